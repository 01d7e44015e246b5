//! What rmcp asks of its client: who we are, and answers to the server's requests.

use std::sync::Arc;

use rmcp::model::{ClientConfig, CustomRequest, CustomResult, ErrorCode, ErrorData, Implementation};
use rmcp::service::RequestContext;
use rmcp::{ClientHandler, RoleClient};

use super::PeerError;
use super::ledger::Ledger;
use super::tap::{QUESTION, REFUSAL};

/// The handler of one connection.
pub(super) struct Handler(pub(super) Arc<Ledger>);

impl ClientHandler for Handler {
    /// Plain: what goes out as `initialize` and `server/discover` is written by the ledger.
    fn get_info(&self) -> ClientConfig {
        let mut config = ClientConfig::default();
        config.client_info = Implementation::new("Askance", env!("CARGO_PKG_VERSION"));
        config
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<CustomResult, ErrorData> {
        match request.method.as_str() {
            QUESTION => self.answer(context).await,
            REFUSAL => {
                let params = request.params.unwrap_or_default();
                let code = params["code"].as_i64().unwrap_or(-32603);
                Err(error(PeerError {
                    code,
                    message: params["message"].as_str().unwrap_or_default().to_owned(),
                    data: None,
                }))
            }
            _ => Err(error(PeerError { code: -32601, message: "Method not found".to_owned(), data: None })),
        }
    }
}

impl Handler {
    /// Waits for the answer of the one who was asked.
    async fn answer(&self, context: RequestContext<RoleClient>) -> Result<CustomResult, ErrorData> {
        let id = super::wire::id_text(&context.id);
        let answer = self.0.state().asked.get_mut(&id).and_then(|asked| asked.answer.take());
        let unanswered = || PeerError { code: -32603, message: "The question was not answered".to_owned(), data: None };
        let Some(answer) = answer else { return Err(error(unanswered())) };
        let answer = tokio::select! {
            answer = answer => answer.unwrap_or_else(|_| Err(unanswered())),
            () = context.ct.cancelled() => Err(unanswered()),
            () = self.0.ended.cancelled() => Err(unanswered()),
        };
        self.0.answered(&id);
        answer.map(CustomResult::new).map_err(error)
    }
}

fn error(error: PeerError) -> ErrorData {
    let code = i32::try_from(error.code).unwrap_or(-32603);
    ErrorData::new(ErrorCode(code), error.message, error.data)
}
