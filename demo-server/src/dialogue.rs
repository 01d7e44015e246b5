//! A conversation of one tool call: questions out, answers in, in either protocol generation.
use std::time::Duration;

use futures::future::try_join_all;
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::model::{ClientResult, InputRequiredResult, RequestStateCodec, SealOptions, ServerRequest};
use rmcp::service::{Peer, ServiceError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::questions::Question;

/// How long a person may think before the signed state of a call is no longer taken.
const STATE_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// What a tool does next.
#[derive(Debug)]
pub(crate) enum Step {
    /// It asks these, all at once.
    Ask(Vec<Question>),
    /// It is done, with this to say.
    Done(String),
    /// It is done, with this to say and this to draw in its view.
    Shown(String, Value),
}

/// The answers of one call so far, by key, as the client sent them: `{action, content?}`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Answers(Map<String, Value>);

impl Answers {
    /// Takes in an answer; only the two members that an answer has.
    pub(crate) fn put(&mut self, key: &str, answer: &Value) {
        let mut kept = json!({"action": answer["action"]});
        if let Some(content) = answer.get("content") {
            kept["content"] = content.clone();
        }
        self.0.insert(key.to_owned(), kept);
    }

    /// The content of an accepted answer.
    pub(crate) fn accepted(&self, key: &str) -> Option<&Value> {
        self.0.get(key).filter(|answer| answer["action"] == "accept").and_then(|answer| answer.get("content"))
    }

    /// Asks what is missing; ends the call if one of these was already answered with a decline or a cancel.
    pub(crate) fn ask_or_end(&self, questions: Vec<Question>) -> Step {
        if questions.iter().any(|question| self.0.contains_key(question.key)) {
            Step::Done("All right, then not. Come back any time.".to_owned())
        } else {
            Step::Ask(questions)
        }
    }

    /// All of them, as the structured result shows them.
    pub(crate) fn to_json(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// What a signed state carried, with the answers of this round (2026-07-28, MRT-03).
    pub(crate) fn resumed(
        codec: &RequestStateCodec,
        tool: &str,
        state: Option<&str>,
        given: Option<impl IntoIterator<Item = (String, Value)>>,
    ) -> Result<Self, ErrorData> {
        let Some(state) = state else { return Ok(Self::default()) };
        let mut answers: Self = codec.open_json_with(state, tool.as_bytes()).map_err(|error| {
            ErrorData::invalid_params(format!("this request state is not one of this call: {error}"), None)
        })?;
        for (key, answer) in given.into_iter().flatten() {
            answers.put(&key, &answer);
        }
        Ok(answers)
    }
}

/// The questions as a result that the client completes and sends again (2026-07-28).
pub(crate) fn input_required(
    codec: &RequestStateCodec,
    tool: &str,
    questions: &[Question],
    answers: &Answers,
    apps: bool,
) -> Result<InputRequiredResult, ErrorData> {
    let options = SealOptions::new().associated_data(tool.as_bytes()).ttl(STATE_LIFE);
    let state = codec.seal_json_with(answers, &options).map_err(internal)?;
    let requests: Map<String, Value> = questions
        .iter()
        .map(|question| {
            (question.key.to_owned(), json!({"method": "elicitation/create", "params": question.params(apps)}))
        })
        .collect();
    let result = json!({"resultType": "input_required", "inputRequests": requests, "requestState": state});
    serde_json::from_value(result).map_err(internal)
}

/// Asks each question by a request of its own, all at the same time (2025-11-25 and older).
pub(crate) async fn ask_peer(
    peer: &Peer<RoleServer>,
    questions: &[Question],
    answers: &mut Answers,
    apps: bool,
) -> Result<(), ErrorData> {
    let replies = try_join_all(questions.iter().map(|question| async move {
        let request: ServerRequest =
            serde_json::from_value(json!({"method": "elicitation/create", "params": question.params(apps)}))
                .map_err(internal)?;
        let reply = peer.send_request(request).await.map_err(|error| refused(&error))?;
        Ok::<_, ErrorData>((question.key, reply_value(reply)?))
    }))
    .await?;
    for (key, reply) in &replies {
        answers.put(key, reply);
    }
    Ok(())
}

fn reply_value(reply: ClientResult) -> Result<Value, ErrorData> {
    match reply {
        ClientResult::ElicitResult(result) => serde_json::to_value(result).map_err(internal),
        _ => Err(ErrorData::invalid_request("the reply to the question was not an answer", None)),
    }
}

fn refused(error: &ServiceError) -> ErrorData {
    ErrorData::internal_error(format!("the question could not be asked: {error}"), None)
}

/// Something that should not happen, as the protocol puts it.
pub(crate) fn internal(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
