//! App or native form: a pure function of what both sides declared and what is asked (CAP-05, APP-01…03).

use serde_json::Value;

use super::params::{Asked, Mode, Refusal, Why};
use crate::app::consent::Switch;
use crate::app::uri;
use crate::connection::Declared;
use crate::view::{Fallback, Gate};

/// The extension of MCP Apps (CAP-01).
const EXTENSION: &str = "io.modelcontextprotocol/ui";
/// The only type of an app page (MIM-01).
const APP_TYPE: &str = "text/html;profile=mcp-app";

/// How a question is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renderer {
    /// In the server's app.
    App,
    /// As the native form.
    Native,
    /// As a page to open, after consent.
    UrlConsent,
    /// Not at all.
    Refuse,
}

/// Why no app is used, in the order in which the reasons count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoApp {
    /// URL mode is never rendered by an app (URL-12).
    UrlModeNeverApp,
    /// The client lacks `elicitation.form`.
    CoreFormNotDeclared,
    /// The question itself can't be asked (APP-03).
    SchemaInvalid,
    /// The question names no app.
    NoHint,
    /// The person shows no server's apps (SEC-12).
    AppsOff,
    /// The person shows none in questions (SEC-12).
    AppsOffInQuestions,
    /// The person does not show this server's (SEC-12).
    AppsNever,
    /// The client did not declare that apps may answer.
    ClientSettingMissing,
    /// The client did not declare the type of app pages.
    ClientMimeMissing,
    /// The server's capabilities were never seen (VER-15).
    ServerCapabilitiesUnknown,
    /// The server did not declare that it asks through apps.
    ServerSettingMissing,
    /// The server's declaration is no object (CAP-07).
    ServerSettingNotObject,
    /// The app's address can't be used (RES-03).
    BadUri,
}

impl NoApp {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::UrlModeNeverApp => "URL_MODE_NEVER_APP",
            Self::CoreFormNotDeclared => "CORE_FORM_NOT_DECLARED",
            Self::SchemaInvalid => "SCHEMA_INVALID",
            Self::NoHint => "NO_HINT",
            Self::AppsOff => "APPS_OFF",
            Self::AppsOffInQuestions => "APPS_OFF_IN_QUESTIONS",
            Self::AppsNever => "APPS_NEVER",
            Self::ClientSettingMissing => "CLIENT_SETTING_MISSING",
            Self::ClientMimeMissing => "CLIENT_MIME_MISSING",
            Self::ServerCapabilitiesUnknown => "SERVER_CAPABILITIES_UNKNOWN",
            Self::ServerSettingMissing => "SERVER_SETTING_MISSING",
            Self::ServerSettingNotObject => "SERVER_SETTING_NOT_OBJECT",
            Self::BadUri => "BAD_URI",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::UrlModeNeverApp => "A page to open is never shown in an app.",
            Self::CoreFormNotDeclared => "Not asked: Askance did not offer forms to this server.",
            Self::SchemaInvalid => "Not asked: what the server wants to know cannot be answered.",
            Self::NoHint => "The standard form is used: the question names no app.",
            Self::AppsOff => "The standard form is used: you have turned apps of servers off in the settings.",
            Self::AppsOffInQuestions => {
                "The standard form is used: you have turned apps in questions off in the settings."
            }
            Self::AppsNever => "The standard form is used: you have turned the apps of this server off.",
            Self::ClientSettingMissing => "The standard form is used: Askance did not offer to take answers from apps.",
            Self::ClientMimeMissing => "The standard form is used: Askance did not offer to show apps.",
            Self::ServerCapabilitiesUnknown => {
                "The standard form is used: the server never said whether it asks through apps."
            }
            Self::ServerSettingMissing => {
                "The standard form is used: the server did not say that it asks through apps."
            }
            Self::ServerSettingNotObject => {
                "The standard form is used: the server said in an unreadable way that it asks through apps."
            }
            Self::BadUri => "The standard form is used: the app’s address is not one that an app can have.",
        }
    }
}

/// The outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// How the question is shown.
    pub renderer: Renderer,
    /// Why no app, where none is used.
    pub reason: Option<NoApp>,
    /// The app's address, verbatim (RES-04), where one is used.
    pub uri: Option<String>,
}

impl Decision {
    fn without_app(renderer: Renderer, reason: NoApp) -> Self {
        Self { renderer, reason: Some(reason), uri: None }
    }

    /// The note of a form that stands in for an app: only where an app was to be used and its address is none. A shut
    /// gate is no failure, so its form has no note.
    pub fn fallback(&self) -> Option<Fallback> {
        let unusable = self.renderer == Renderer::Native && self.reason == Some(NoApp::BadUri);
        unusable.then(|| Fallback { reason: uri::WORDS.to_owned(), kept: Vec::new(), left_out: Vec::new() })
    }

    /// The sentence once the form has taken the place of the app: because the app failed, or as the person wanted.
    pub fn left(failed: bool) -> &'static str {
        if failed {
            "The standard form is used: all four gates are open, but the server’s own app could not be used."
        } else {
            "The standard form is used, as you chose: the server’s own app could be used too."
        }
    }

    /// The decision in one sentence.
    pub fn words(&self) -> &'static str {
        self.reason.map_or("The server’s own app is used: all four gates are open.", NoApp::words)
    }
}

/// What the client declared, as far as apps are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    /// The nested `elicitation: {}` of the extension.
    pub setting: bool,
    /// The app type in its `mimeTypes`.
    pub app_type: bool,
}

impl Client {
    /// Reads a client's `capabilities`.
    pub fn read(capabilities: &Value) -> Self {
        let extension = capabilities.get("extensions").and_then(|extensions| extensions.get(EXTENSION));
        let member = |name| extension.and_then(Value::as_object).and_then(|extension| extension.get(name));
        Self {
            setting: member("elicitation").is_some_and(Value::is_object),
            app_type: member("mimeTypes")
                .and_then(Value::as_array)
                .is_some_and(|types| types.iter().any(|mime| mime.as_str() == Some(APP_TYPE))),
        }
    }
}

impl From<Declared> for Client {
    fn from(declared: Declared) -> Self {
        // Askance nests its setting only beside core form (CAP-02).
        Self { setting: declared.apps && declared.form && declared.app_answers, app_type: declared.apps }
    }
}

/// Decides how a question is shown. `switch` is what the person set, which counts at once, whatever was declared when
/// the connection was made; `server` are the server's capabilities as discovered or initialised.
pub fn decide(client: Client, switch: Switch, server: Option<&Value>, asked: Result<&Asked, &Refusal>) -> Decision {
    let hint = match asked {
        Err(refusal) => {
            let reason = match (refusal.mode, refusal.why) {
                (Some(Mode::Url), _) => NoApp::UrlModeNeverApp,
                (_, Why::UndeclaredMode { .. }) => NoApp::CoreFormNotDeclared,
                _ => NoApp::SchemaInvalid,
            };
            return Decision::without_app(Renderer::Refuse, reason);
        }
        Ok(Asked::Url { .. }) => return Decision::without_app(Renderer::UrlConsent, NoApp::UrlModeNeverApp),
        Ok(Asked::Form { hint, .. }) => hint.as_ref(),
    };
    match app(client, switch, server, hint) {
        Ok(uri) => Decision { renderer: Renderer::App, reason: None, uri: Some(uri.to_owned()) },
        Err(reason) => Decision::without_app(Renderer::Native, reason),
    }
}

fn app<'a>(client: Client, switch: Switch, server: Option<&Value>, hint: Option<&'a Value>) -> Result<&'a str, NoApp> {
    let hint = hint.ok_or(NoApp::NoHint)?;
    match switch {
        Switch::Off => return Err(NoApp::AppsOff),
        Switch::OffHere => return Err(NoApp::AppsOffInQuestions),
        Switch::Never => return Err(NoApp::AppsNever),
        Switch::Ask | Switch::Always => {}
    }
    if !client.setting {
        return Err(NoApp::ClientSettingMissing);
    }
    if !client.app_type {
        return Err(NoApp::ClientMimeMissing);
    }
    server_setting(server)?;
    uri::check(hint).map_err(|_| NoApp::BadUri)
}

fn server_setting(server: Option<&Value>) -> Result<(), NoApp> {
    let server = server.ok_or(NoApp::ServerCapabilitiesUnknown)?;
    let setting = server
        .get("extensions")
        .and_then(|extensions| extensions.get(EXTENSION))
        .and_then(|extension| extension.get("elicitation"))
        .ok_or(NoApp::ServerSettingMissing)?;
    if setting.is_object() { Ok(()) } else { Err(NoApp::ServerSettingNotObject) }
}

/// The four gates of CAP-05 in words, in order. What the person turned off is shut, though it may have been declared to
/// a server before.
pub fn gates(declared: Declared, switch: Switch, server: Option<&Value>) -> Vec<Gate> {
    let client = Client::from(Declared {
        apps: declared.apps && !matches!(switch, Switch::Off | Switch::Never),
        app_answers: declared.app_answers && !switch.is_shut(),
        ..declared
    });
    let gate = |open, words: &str, holder: &str| Gate { open, words: words.to_owned(), holder: holder.to_owned() };
    vec![
        gate(declared.form, "Askance answers forms", "askance"),
        gate(client.app_type, "Askance shows apps", "askance"),
        gate(client.setting, "Askance takes answers from apps", "askance"),
        gate(server_setting(server).is_ok(), "The server asks through apps", "server"),
    ]
}
