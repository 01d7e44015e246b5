//! The shop as an MCP server: rmcp's handler over the pure parts.
use std::collections::BTreeMap;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    RequestStateCodec, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value, json};

use crate::apps::{self, UI_EXTENSION};
use crate::client::Abilities;
use crate::dialogue::{self, Answers, Step, internal};
use crate::{Error, shop};

/// The server. One for each run: its key lives as long as the process, so a state outlives no restart.
#[derive(Debug, Clone)]
pub(crate) struct Shop {
    codec: Arc<RequestStateCodec>,
}

impl Shop {
    /// A shop with a fresh key.
    pub(crate) fn open() -> Result<Self, Error> {
        let key = [uuid::Uuid::new_v4().into_bytes(), uuid::Uuid::new_v4().into_bytes()].concat();
        Ok(Self { codec: Arc::new(RequestStateCodec::try_new(key)?) })
    }

    /// 2026-07-28: one round, whose result is either final or the next questions.
    fn round(&self, request: &CallToolRequestParams, able: Abilities) -> Result<CallToolResponse, ErrorData> {
        let given = request.input_responses.clone();
        let answers = Answers::resumed(&self.codec, &request.name, request.request_state.as_deref(), given)?;
        match step(request, &answers)? {
            Step::Done(words) => Ok(done(&words, json!({}), &answers).into()),
            Step::Shown(words, drawn) => Ok(done(&words, drawn, &answers).into()),
            Step::Ask(_) if !able.forms => Ok(cannot_ask().into()),
            Step::Ask(questions) => {
                Ok(dialogue::input_required(&self.codec, &request.name, &questions, &answers, able.apps)?.into())
            }
        }
    }
}

/// 2025-11-25: the whole call, asking on the way.
async fn whole_call(
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
    able: Abilities,
) -> Result<CallToolResponse, ErrorData> {
    let mut answers = Answers::default();
    loop {
        match step(request, &answers)? {
            Step::Done(words) => return Ok(done(&words, json!({}), &answers).into()),
            Step::Shown(words, drawn) => return Ok(done(&words, drawn, &answers).into()),
            Step::Ask(_) if !able.forms => return Ok(cannot_ask().into()),
            Step::Ask(questions) => dialogue::ask_peer(&context.peer, &questions, &mut answers, able.apps).await?,
        }
    }
}

fn step(request: &CallToolRequestParams, answers: &Answers) -> Result<Step, ErrorData> {
    let none = Map::new();
    shop::step(&request.name, request.arguments.as_ref().unwrap_or(&none), answers)
        .ok_or_else(|| ErrorData::invalid_params(format!("the shop has no tool called {}", request.name), None))
}

fn done(words: &str, mut structured: Value, answers: &Answers) -> CallToolResult {
    structured["answers"] = answers.to_json();
    let mut result = CallToolResult::success(vec![ContentBlock::text(words)]);
    result.structured_content = Some(structured);
    result
}

fn cannot_ask() -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text("This tool asks something, and this client offers no elicitation.")])
}

impl ServerHandler for Shop {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let ui = Map::from_iter([("elicitation".to_owned(), json!({}))]);
        capabilities.extensions = Some(BTreeMap::from([(UI_EXTENSION.to_owned(), ui)]));
        let mut config = ServerConfig::new(capabilities);
        config.server_info = Implementation::new("windowsill", env!("CARGO_PKG_VERSION"));
        config.server_info.title = Some("Windowsill, a little plant shop".to_owned());
        config.instructions = Some("A demonstration: most of its tools ask the person something.".to_owned());
        config
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        serde_json::from_value(json!({"tools": shop::listing()})).map_err(internal)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        serde_json::from_value(json!({"resources": apps::listing()})).map_err(internal)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let Some(found) = apps::read(&request.uri) else {
            return Err(ErrorData::resource_not_found("the shop has nothing at this address", None));
        };
        let result: ReadResourceResult = serde_json::from_value(found).map_err(internal)?;
        Ok(result.into())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let able = Abilities::of(context.client_capabilities().as_ref());
        if context.protocol_version().is_some_and(|version| !version.has_initialize()) {
            return self.round(&request, able);
        }
        // A call that the client cancels is over, questions and all.
        let cancelled = context.ct.clone();
        tokio::select! {
            biased;
            () = cancelled.cancelled() => Err(ErrorData::invalid_request("the call was cancelled", None)),
            outcome = whole_call(&request, &context, able) => outcome,
        }
    }
}
