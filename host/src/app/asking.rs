//! What an app wants that only the person can decide, one request after the other (SEC-03, BRG-04, BRG-05, BRG-11,
//! PRM-04).

use serde_json::{Map, Value};
use tokio::time::Instant;

use super::bridge::{Ask, Download};
use super::errand::Errand;
use super::failure::AppFailure;
use super::files::{self, File};
use super::instance::AppInstance;
use super::reach::Order;
use super::said;
use super::turn::Turn;
use super::work::Done;
use crate::elicitation::link::Link;
use crate::view::{AppFeature, AppRequest, AppWants};

/// Requests that wait for the person at once.
const MAX_REQUESTS: usize = 8;

/// How much of a call's arguments is shown, in bytes; a longer call is not made, since nobody could agree to it.
const MAX_ARGUMENTS: usize = 64 * 1024;

const OPEN_LINK: &str = "ui/open-link";
const DOWNLOAD: &str = "ui/download-file";
const CALL: &str = "tools/call";

/// A request that waits for the person.
pub(super) struct Wish {
    id: String,
    what: What,
}

enum What {
    Link {
        token: u64,
        url: String,
    },
    Save {
        token: u64,
        files: Vec<File>,
    },
    /// Of its server: a call, a resource.
    Server {
        token: u64,
        method: &'static str,
    },
    Permission(AppFeature),
}

impl What {
    fn token(&self) -> Option<u64> {
        match self {
            Self::Link { token, .. } | Self::Save { token, .. } | Self::Server { token, .. } => Some(*token),
            Self::Permission(_) => None,
        }
    }

    /// Of the app's request; a device is used without one.
    fn method(&self) -> Option<&'static str> {
        match self {
            Self::Link { .. } => Some(OPEN_LINK),
            Self::Save { .. } => Some(DOWNLOAD),
            Self::Server { method, .. } => Some(method),
            Self::Permission(_) => None,
        }
    }
}

type Went = Result<Option<Turn>, AppFailure>;

impl AppInstance {
    /// [`super::bridge::Effect::Ask`]: asks the person, or decides where nothing is left to ask.
    pub(super) fn ask(&mut self, token: u64, ask: Ask) -> Went {
        match ask {
            // BRG-06: only what the person had a part in, as far as anybody can tell.
            Ask::Message { .. } if !self.touched => {
                let why = "a message was refused: nobody has clicked or typed in the app";
                self.deny(token, "ui/message", why)
            }
            Ask::Message { content } => {
                let mut fits = false;
                self.view.send_modify(|view| fits = said::message(&mut view.said, &content));
                self.consent(token, fits)
            }
            Ask::OpenLink { url } => match Link::of_app(&url) {
                Ok(link) => {
                    let wants = AppWants::OpenLink { parts: link.parts().clone(), warnings: link.warned() };
                    self.put(What::Link { token, url: link.address().to_owned() }, wants)
                }
                // BRG-04 leaves `mailto` to the host. Web addresses are all that is opened here (A12): a mail program is
                // handed recipients and whole texts, which an app may fill with what it knows.
                Err(fault) => {
                    let why = format!("a link was refused ({}): only web addresses are opened", fault.code());
                    self.deny(token, OPEN_LINK, &why)
                }
            },
            Ask::Download { files } => self.read(token, files),
            Ask::ReadResource { uri } => {
                let method = "resources/read";
                self.put(What::Server { token, method }, AppWants::ReadResource { uri })
            }
            Ask::CallTool { name, arguments } => self.ask_to_call(token, name, arguments),
        }
    }

    /// BRG-09, BRG-35: asked for, unless the server is trusted and says that the tool only reads (SEC-04).
    fn ask_to_call(&mut self, token: u64, name: String, arguments: Option<Map<String, Value>>) -> Went {
        let Some(reach) = self.reach.as_ref().filter(|_| self.errand.may_call(&name)) else {
            return self.deny(token, CALL, "a call was refused: not while this app answers a question of that tool");
        };
        let (reads_only, trusted) = {
            let offer = reach.offer.borrow();
            (offer.for_apps(&name).is_some_and(|tool| tool.reads_only), offer.trusted)
        };
        if reads_only && trusted {
            self.trace.decision(Some(CALL), "agreed", "nobody is asked: the server is trusted, the tool only reads");
            return self.consent(token, true);
        }
        let arguments = serde_json::to_string_pretty(&arguments.unwrap_or_default()).unwrap_or_default();
        if arguments.len() > MAX_ARGUMENTS {
            return self.deny(token, CALL, "a call was refused: more arguments than anybody could read");
        }
        let wants = AppWants::CallTool { tool: name, arguments, says_it_reads_only: reads_only };
        self.put(What::Server { token, method: CALL }, wants)
    }

    /// The files' bytes first: the person sees how large they are.
    fn read(&mut self, token: u64, files: Vec<Download>) -> Went {
        let Some(reach) = &self.reach else { return self.consent(token, false) };
        // A14: before the person says yes, the app of a question has nothing but its own parts read.
        if matches!(self.errand, Errand::Answer { .. }) && files.iter().any(|file| !files::is_its_own(file)) {
            let why = "a download was refused: in a question it may name its own parts only";
            return self.deny(token, DOWNLOAD, why);
        }
        let (connection, ration) = (reach.connection.clone(), self.work.ration.clone());
        self.work.start(token, async move { Done::Read(token, files::read(files, connection, ration).await) });
        Ok(None)
    }

    pub(super) fn offer_files(&mut self, token: u64, files: Option<Vec<File>>) -> Went {
        let Some(files) = files else {
            let why = "a download was refused: files come from the app or its own server, and are at most 32 MiB";
            return self.deny(token, DOWNLOAD, why);
        };
        let size = |bytes: &Vec<u8>| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let wants =
            AppWants::Download { files: files.iter().map(|(name, bytes)| (name.clone(), size(bytes))).collect() };
        self.put(What::Save { token, files }, wants)
    }

    /// The app uses a device or the clipboard for the first time (PRM-04).
    pub(super) fn wants(&mut self, feature: AppFeature) -> Went {
        self.put(What::Permission(feature), AppWants::Permission { feature })
    }

    /// Shows a request to the person, unless there are too many, or it is on its way out.
    fn put(&mut self, what: What, wants: AppWants) -> Went {
        let id = match &what {
            What::Permission(feature) => format!("permission-{feature:?}"),
            other => format!("request-{}", other.token().unwrap_or_default()),
        };
        let known = self.wishes.iter().any(|wish| wish.id == id);
        if known || self.leaving.is_some() || self.wishes.len() == MAX_REQUESTS || !self.asks.take(Instant::now()) {
            self.trace.decision(what.method(), "refused", "not asked: too much, or too late");
            // Asked for again while the person decides, a device is not refused without them.
            return if known && matches!(what, What::Permission(_)) { Ok(None) } else { self.refuse(&what) };
        }
        self.trace.decision(what.method(), "asked", "the person is asked");
        self.wishes.push(Wish { id: id.clone(), what });
        self.view.send_modify(|view| view.requests.push(AppRequest { id, wants }));
        Ok(None)
    }

    /// What the person orders from the host's bars.
    pub(super) fn ordered(&mut self, order: Order) -> Went {
        match order {
            Order::Inline => self.show_as("inline"),
            Order::Decide { request, yes } => {
                let Some(wish) = self.take_wish(|wish| wish.id == request) else { return Ok(None) };
                let (verdict, why) =
                    if yes { ("agreed", "the person agreed") } else { ("refused", "the person refused") };
                self.trace.decision(wish.what.method(), verdict, why);
                if yes { self.grant(wish.what) } else { self.refuse(&wish.what) }
            }
        }
    }

    fn grant(&mut self, what: What) -> Went {
        let surfaces = self.surfaces.clone();
        match what {
            What::Link { token, url } => {
                self.work.start(token, async move { Done::Did(token, surfaces.open_link(&url).await) });
            }
            What::Save { token, files } => {
                // The person's word outlives the app: what they save is saved, whoever waits to hear of it.
                let saving = tokio::spawn(async move { surfaces.save(files).await });
                self.work.start(token, async move { Done::Did(token, saving.await.unwrap_or(false)) });
            }
            What::Server { token, .. } => return self.consent(token, true),
            What::Permission(feature) => self.surface.permit(feature, true),
        }
        Ok(None)
    }

    fn refuse(&mut self, what: &What) -> Went {
        match what {
            What::Permission(feature) => {
                self.surface.permit(*feature, false);
                Ok(None)
            }
            other => other.token().map_or(Ok(None), |token| self.consent(token, false)),
        }
    }

    /// Nobody is asked: a rule or a bound says no.
    fn deny(&mut self, token: u64, method: &'static str, why: &str) -> Went {
        self.trace.decision(Some(method), "refused", why);
        self.consent(token, false)
    }

    /// What came of a request, for the app.
    pub(super) fn consent(&mut self, token: u64, yes: bool) -> Went {
        let effects = self.bridge.consent(token, yes);
        self.run(effects)
    }

    /// The app gave a request up: nobody is asked any more, nothing goes on for it (TMO-08).
    pub(super) fn abandon(&mut self, token: u64) {
        self.work.give_up(token);
        self.take_wish(|wish| wish.what.token() == Some(token));
    }

    fn take_wish(&mut self, wanted: impl Fn(&Wish) -> bool) -> Option<Wish> {
        let at = self.wishes.iter().position(wanted)?;
        let wish = self.wishes.remove(at);
        self.view.send_modify(|view| view.requests.retain(|request| request.id != wish.id));
        Some(wish)
    }
}
