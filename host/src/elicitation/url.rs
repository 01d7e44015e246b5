//! URL mode: what the person sees of the address, opening it, having finished there (URL-03…09).

use url::Url;

use super::lock;
use super::params::Asked;
use super::question::{Question, Settled, already_settled};
use crate::Problem;
use crate::trace::unix_ms;
use crate::view::{Asker, Ending, OriginView, QuestionState, UrlView};

/// The page of a URL-mode question as a window sees it.
pub(super) fn view(asked: &Asked, asker: &Asker) -> Option<UrlView> {
    let Asked::Url { link, id, .. } = asked else { return None };
    let mut warnings = link.warned();
    if let OriginView::Remote { host, url, .. } = &asker.origin
        && Url::parse(url).is_ok_and(|server| server.host_str() != Some(link.host()))
    {
        warnings.push(format!("This is not the host that {} runs on ({host}).", asker.server));
    }
    Some(UrlView {
        parts: link.parts().clone(),
        host: link.real_host(),
        encrypted: link.encrypted(),
        warnings,
        opened_at: None,
        server_tells: id.is_some(),
        told: false,
    })
}

impl Question {
    /// The person agreed to open the page: its address, for the system browser. May be asked for again.
    ///
    /// # Errors
    /// `question.settled`; `question.no-page` where there is none.
    pub fn open_url(&self) -> Result<String, Problem> {
        let Asked::Url { link, .. } = &self.asked else {
            return Err(Problem::new("question.no-page", "This question does not ask to open a page."));
        };
        if self.has_ended() {
            return Err(already_settled());
        }
        self.change(|state| {
            if let Some(url) = &mut state.view.url {
                url.opened_at = Some(unix_ms());
            }
        });
        if self.binding.accept_on_open && self.is_open() {
            self.settle(Settled::Accept(None))?;
        }
        Ok(link.address().to_owned())
    }

    /// The person says that they have finished there.
    ///
    /// # Errors
    /// `question.settled`; `question.not-opened` before the page was opened.
    pub fn url_done(&self) -> Result<(), Problem> {
        {
            let state = lock(&self.state);
            if !matches!(state.view.state, QuestionState::Waiting) {
                return Err(already_settled());
            }
            if state.view.url.as_ref().is_none_or(|url| url.opened_at.is_none()) {
                return Err(Problem::new("question.not-opened", "The page has not been opened yet."));
            }
        }
        if self.binding.accept_on_open {
            self.sent();
            return Ok(());
        }
        self.settle(Settled::Accept(None))
    }

    /// The server says that it is done there (URL-09). An id that is unknown, not opened or finished changes nothing.
    pub(super) fn completed(&self, elicitation_id: &str) {
        if matches!(&self.asked, Asked::Url { id: Some(id), .. } if id == elicitation_id) && self.url_done().is_ok() {
            self.trace.step("note", Some("url"), Some("the server says that it is done there".to_owned()));
        }
    }

    /// The page is open, the server was told, and the person stops waiting for it.
    pub(super) fn stop_waiting_there(&self) -> bool {
        let opened = self.binding.accept_on_open
            && matches!(self.asked, Asked::Url { .. })
            && !self.is_open()
            && !self.has_ended();
        if opened {
            self.end(Ending::Sent);
        }
        opened
    }
}
