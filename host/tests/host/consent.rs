//! The person's consent to apps, and the switches (SEC-06, SEC-12, PRM-05, CSP-07, APP-30, CAP-04).

use std::path::Path;
use std::sync::{Arc, Mutex};

use askance_host::app::consent::Consents;
use askance_host::config::ServerSpec;
use askance_host::operation::Task;
use askance_host::view::{
    Answer, AppConsent, AppFeature, AppPage, AppPart, AppState, AppView, AppsPolicy, Confirm, QuestionState,
    QuestionView, Settings, Shown,
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::bench::{Bench, end, json_answer};
use crate::fake::{Act, Log, Pages};
use crate::peer::{Peer, asks_through_apps, confirm_in_app, done, input_required};

/// A server whose tools ask in apps: each tool in the app of its name.
fn server() -> Peer {
    let (mut resources, mut plays) = (json!({}), json!({}));
    for (name, ui) in [
        ("plain", json!({})),
        ("reach", json!({ "csp": { "connectDomains": ["https://a.example"] } })),
        ("again", json!({ "csp": { "connectDomains": ["https://a.example"] } })),
        (
            "more",
            json!({ "csp": { "connectDomains": ["https://a.example", "https://b.example"] }, "permissions": { "camera": {} } }),
        ),
        (
            "local",
            json!({ "csp": { "connectDomains": ["http://localhost:3000", "http://10.0.0.5", "*", "http://169.254.169.254"] } }),
        ),
    ] {
        let uri = format!("ui://p/{name}");
        let text = format!("<!doctype html><html><body>{name}</body></html>");
        let item = json!({ "uri": uri, "mimeType": "text/html;profile=mcp-app", "text": text, "_meta": { "ui": ui } });
        let read = json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "contents": [item] });
        resources[&uri] = read.to_string().into();
        let mut params = confirm_in_app(name);
        params["_meta"]["ui"]["resourceUri"] = uri.into();
        let asks = input_required(json!({ "q": { "method": "elicitation/create", "params": params } }), "s");
        // The calls alternate with the retries that bring the answers.
        let turns: Vec<Value> = (0..5).flat_map(|_| [json!([{ "raw": asks }]), json!([{ "raw": done() }])]).collect();
        plays[format!("tools/call {name}")] = turns.into();
    }
    Peer::of(
        json!({ "revision": "2026-07-28", "capabilities": asks_through_apps(), "resources": resources, "plays": plays }),
    )
}

/// A host with that server, asked before its apps are shown.
struct Desk {
    bench: Bench,
    peer: Peer,
    log: Arc<Mutex<Log>>,
}

impl Desk {
    async fn of(script: Act, consents: Consents, change: impl FnOnce(&mut ServerSpec)) -> Self {
        let pages = Pages::new(move |_| script.clone());
        let (log, peer) = (pages.log(), server());
        let mut bench = Bench::allowing(Some(Arc::new(pages)), consents);
        let mut spec = peer.spec("desk");
        spec.apps = AppsPolicy::Ask;
        change(&mut spec);
        bench.ready(vec![spec]).await;
        Self { bench, peer, log }
    }

    async fn new() -> Self {
        Self::of(Act::Wait, Consents::default(), |_| ()).await
    }

    /// Calls a tool and waits until its question is as wanted.
    async fn ask<T>(&mut self, tool: &str, what: &str, seen: impl Fn(&QuestionView) -> Option<T>) -> (Arc<Task>, T) {
        let task = self.bench.call("desk", tool);
        let of_it = |question: &&QuestionView| question.task.as_deref() == Some(task.id());
        let found = self.bench.until(what, |all| all.questions.iter().find(of_it).and_then(&seen)).await;
        (task, found)
    }

    /// Calls a tool whose app waits for the person.
    async fn asked(&mut self, tool: &str) -> (Arc<Task>, QuestionView, Vec<String>) {
        let (task, (question, wider)) = self
            .ask(tool, "the request for consent", |question| {
                let AppState::Consent { wider } = app(question)?.state.clone() else { return None };
                Some((question.clone(), wider))
            })
            .await;
        (task, question, wider)
    }

    /// Calls a tool whose app is shown without asking; gives what it may do.
    async fn shown(&mut self, tool: &str) -> (Arc<Task>, QuestionView) {
        let (task, question) = self.ask(tool, "the app", |question| live(question).then(|| question.clone())).await;
        assert!(!self.has_asked(&question), "{tool} was asked for");
        (task, question)
    }

    async fn live(&mut self, question: &QuestionView) -> AppPage {
        let seen = self.bench.question(&question.id, "the app", |q| live(q).then(|| page(q))).await;
        assert!(seen.asks.iter().all(|ask| ask.granted));
        seen
    }

    fn consent(&self, question: &QuestionView, consent: AppConsent) {
        self.bench.host.consent_to_app(instance(question), consent).unwrap();
    }

    async fn refuse(&mut self, task: &Task, question: &QuestionView) {
        self.bench.host.answer(&question.id, Answer::Cancel).unwrap();
        end(task).await.unwrap();
    }

    fn has_asked(&self, question: &QuestionView) -> bool {
        self.consents_of(question).iter().any(|how| how.starts_with("asked"))
    }

    /// The steps of the consent to a question's app.
    fn consents_of(&self, question: &QuestionView) -> Vec<String> {
        let trace = self.bench.trace.lock().unwrap();
        let own =
            trace.iter().filter(|entry| entry.question.as_deref() == Some(&question.id) && entry.stage == "consent");
        own.filter_map(|entry| entry.reason.clone()).collect()
    }

    fn opened(&self) -> usize {
        self.log.lock().unwrap().opened.len()
    }

    fn gates(&self) -> Vec<bool> {
        self.bench.host.snapshot().servers[0].gates.iter().map(|gate| gate.open).collect()
    }

    /// Whether apps were claimed in the server's newest request (CAP-04).
    fn claims_apps(&self) -> bool {
        let newest = self.peer.received().pop().unwrap();
        let capabilities = &newest["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
        assert!(capabilities["elicitation"]["form"].is_object(), "{newest}");
        capabilities.get("extensions").is_some()
    }
}

fn app(question: &QuestionView) -> Option<&AppView> {
    match &question.shown {
        Shown::App { app } => Some(app),
        _ => None,
    }
}

fn live(question: &QuestionView) -> bool {
    app(question).is_some_and(|app| matches!(app.state, AppState::Live { .. }))
}

fn page(question: &QuestionView) -> AppPage {
    app(question).and_then(|app| app.page.clone()).expect("it was read")
}

fn instance(question: &QuestionView) -> Uuid {
    app(question).unwrap().instance.parse().unwrap()
}

fn is_form(question: &QuestionView) -> Option<QuestionView> {
    (question.shown == Shown::Form).then(|| question.clone())
}

// SEC-06, CSP-08, CSP-10, CSP-11
#[tokio::test(flavor = "multi_thread")]
async fn the_first_app_is_read_and_waits() {
    let mut desk = Desk::new().await;
    let (task, question, wider) = desk.asked("reach").await;
    let (instance, seen) = (instance(&question), page(&question));
    assert_eq!((wider.len(), desk.opened()), (0, 0), "nothing of it is loaded");
    assert_eq!((seen.uri.as_str(), seen.allowed_at, seen.developer), ("ui://p/reach", None, false));
    assert_eq!((seen.asks.len(), seen.asks[0].granted), (1, false));
    assert_eq!(
        (seen.asks[0].feature, seen.asks[0].hosts.as_slice()),
        (AppFeature::Connect, &["a.example".to_owned()][..])
    );
    assert!(seen.policy.contains("connect-src https://a.example; "));
    let source = desk.bench.host.app_source(instance).unwrap();
    assert!(source.contains(">reach<") && seen.bytes as usize == source.len());
    desk.consent(&question, AppConsent::Once);
    let shown = desk.live(&question).await;
    assert!(shown.allowed_at.is_some() && shown.changed.is_empty(), "also what was allowed once");
    assert!(desk.log.lock().unwrap().opened[0].csp.contains("connect-src https://a.example; "));
    assert_eq!(desk.bench.host.app_source(instance).unwrap(), source, "also while it runs");
    assert_eq!(desk.bench.host.consent_to_app(instance, AppConsent::Always).unwrap_err().code, "app.unknown");
    assert_eq!(desk.consents_of(&question), ["asked", "once"]);
    desk.refuse(&task, &question).await;
    let (_, question, _) = desk.asked("reach").await;
    desk.bench.host.answer(&question.id, Answer::Decline).unwrap();
    desk.bench.host.close().await;
    assert_eq!(desk.bench.host.app_source(instance).unwrap_err().code, "app.unknown");
    assert_eq!(desk.opened(), 1, "an answer in the window leaves the app unloaded");
}

// SEC-06: asked again when the policy widens, and only then.
#[tokio::test(flavor = "multi_thread")]
async fn always_holds_until_an_app_wants_more() {
    let mut desk = Desk::new().await;
    let (task, question, _) = desk.asked("reach").await;
    desk.consent(&question, AppConsent::Always);
    assert!(desk.live(&question).await.allowed_at.is_some());
    desk.refuse(&task, &question).await;
    for (tool, is_that_one) in [("reach", true), ("again", false), ("plain", false)] {
        let (task, question) = desk.shown(tool).await;
        assert_eq!(page(&question).allowed_at.is_some(), is_that_one, "{tool}");
        assert_eq!(desk.consents_of(&question), ["remembered"]);
        desk.refuse(&task, &question).await;
    }
    let (task, question, wider) = desk.asked("more").await;
    assert_eq!(wider, ["reach b.example", "use the camera"]);
    assert_eq!(page(&question).asks.len(), 2);
    desk.consent(&question, AppConsent::Always);
    desk.live(&question).await;
    desk.refuse(&task, &question).await;
    for tool in ["more", "reach"] {
        let (task, question) = desk.shown(tool).await;
        assert!(page(&question).allowed_at.is_some(), "{tool}");
        desk.refuse(&task, &question).await;
    }
    desk.bench.host.forget_app_consent("desk").unwrap();
    desk.asked("reach").await;
    desk.bench.host.close().await;
}

// RES-12: an app that is another one than the person last allowed, for good or once, is said to be one.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_app_is_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("consents.json");
    let mut desk = Desk::of(Act::Wait, Consents::load(&file).0, |_| ()).await;
    for tool in ["reach", "again"] {
        let (task, question, _) = desk.asked(tool).await;
        assert_eq!((page(&question).allowed_at, page(&question).changed), (None, vec![]));
        desk.consent(&question, AppConsent::Once);
        desk.live(&question).await;
        desk.refuse(&task, &question).await;
        let (task, question, _) = desk.asked(tool).await;
        assert!(page(&question).allowed_at.is_some() && page(&question).changed.is_empty(), "the same again");
        desk.refuse(&task, &question).await;
    }
    let mut kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    kept["servers"]["desk"]["apps"]["ui://p/reach"]["sha256"] = "another".into();
    kept["servers"]["desk"]["apps"]["ui://p/again"]["policy"] = "another".into();
    std::fs::write(&file, kept.to_string()).unwrap();
    let origin = desk.peer.spec("desk").origin;
    let mut later = Desk::of(Act::Wait, Consents::load(&file).0, |new| new.origin = origin).await;
    let (task, question, wider) = later.asked("reach").await;
    assert_eq!((page(&question).changed, wider.len()), (vec![AppPart::Document], 0));
    later.consent(&question, AppConsent::Always);
    assert_eq!(later.live(&question).await.changed, [], "as it was just allowed");
    later.refuse(&task, &question).await;
    let (task, question) = later.shown("again").await;
    assert_eq!(page(&question).changed, [AppPart::Policy], "said while it runs, and not asked for");
    later.refuse(&task, &question).await;
    for desk in [desk, later] {
        desk.bench.host.close().await;
    }
}

// SEC-06: for the server that was allowed, and no other of its name.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_allowed_outlives_the_program_but_not_a_changed_entry() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("consents.json");
    let load = || {
        let (consents, problem) = Consents::load(&file);
        assert_eq!(problem, None);
        consents
    };
    let mut desk = Desk::of(Act::Wait, load(), |_| ()).await;
    let (_, question, _) = desk.asked("more").await;
    desk.consent(&question, AppConsent::Always);
    desk.live(&question).await;
    desk.bench.host.close().await;
    let spec = desk.peer.spec("desk");
    let mut same = Desk::of(Act::Wait, load(), |new| new.origin = spec.origin.clone()).await;
    same.shown("more").await;
    same.bench.host.close().await;
    // Another script is another program.
    let mut other = Desk::of(Act::Wait, load(), |_| ()).await;
    other.asked("more").await;
    other.bench.host.close().await;
    let mut renamed = Desk::of(Act::Wait, load(), |new| new.origin = spec.origin.clone()).await;
    renamed.bench.host.remove_server("desk").unwrap();
    renamed.bench.ready(vec![ServerSpec { name: "other".to_owned(), apps: AppsPolicy::Ask, ..spec }]).await;
    renamed.bench.call("other", "more");
    renamed
        .bench
        .until("the request for consent", |all| {
            all.questions.iter().find_map(|q| matches!(app(q)?.state, AppState::Consent { .. }).then_some(()))
        })
        .await;
    renamed.bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_written_is_said_and_costs_nothing() {
    let folder = tempfile::NamedTempFile::new().unwrap();
    let file: &Path = &folder.path().join("consents.json");
    let mut desk = Desk::of(Act::Wait, Consents::load(file).0, |_| ()).await;
    let (task, question, _) = desk.asked("reach").await;
    let said = desk.bench.host.consent_to_app(instance(&question), AppConsent::Always);
    assert_eq!(said.unwrap_err().code, "consent.not-written");
    desk.live(&question).await;
    desk.refuse(&task, &question).await;
    let (task, question, _) = desk.asked("more").await;
    let said = desk.bench.host.consent_to_app(instance(&question), AppConsent::Always);
    assert_eq!(said.unwrap_err().code, "consent.not-written");
    desk.refuse(&task, &question).await;
    for tool in ["reach", "more"] {
        let (task, question) = desk.shown(tool).await;
        desk.refuse(&task, &question).await;
    }
    desk.bench.host.close().await;
}

// APP-41: a form by choice.
#[tokio::test(flavor = "multi_thread")]
async fn never_is_this_questions_form_without_a_note() {
    let mut desk = Desk::new().await;
    let (task, question, _) = desk.asked("reach").await;
    desk.consent(&question, AppConsent::Never);
    let form = desk.bench.form(&question.id).await;
    assert_eq!((form.fallback, form.state), (None, QuestionState::Waiting));
    desk.bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
    end(&task).await.unwrap();
    assert_eq!(desk.consents_of(&question), ["asked", "never"]);
    let (task, question, _) = desk.asked("reach").await;
    desk.bench.host.use_standard_form(&question.id).unwrap();
    assert_eq!(desk.bench.form(&question.id).await.fallback, None);
    desk.refuse(&task, &question).await;
    desk.asked("reach").await;
    desk.bench.host.close().await;
    assert_eq!(desk.opened(), 0);
}

// SEC-12, CAP-04, CAP-05, CAP-13
#[tokio::test(flavor = "multi_thread")]
async fn a_switch_turns_apps_into_forms_at_once() {
    let off = Settings { apps: false, ..Settings::default() };
    let mut desk = Desk::of(Act::Wait, Consents::default(), |spec| spec.apps = AppsPolicy::Always).await;
    for (turn, words) in [(true, "in the settings."), (false, "of this server off.")] {
        let set = |host: &askance_host::Host, is_off: bool| {
            if turn {
                host.set_settings(if is_off { off } else { Settings::default() });
            } else {
                let apps = if is_off { AppsPolicy::Never } else { AppsPolicy::Always };
                host.set_apps("desk", apps, false).unwrap();
            }
        };
        assert_eq!(desk.gates(), [true, true, true, true]);
        set(&desk.bench.host, true);
        assert_eq!(desk.gates(), [true, false, false, true]);
        let reads = desk.peer.requests("resources/read").len();
        let (task, form) = desk.ask("plain", "the form", is_form).await;
        assert!(form.fallback.is_none() && form.decision.ends_with(words), "{}", form.decision);
        assert!(!form.gates[1].open);
        assert!(desk.claims_apps(), "a connection keeps what was declared on it");
        desk.refuse(&task, &form).await;
        assert_eq!(desk.peer.requests("resources/read").len(), reads);
        // The next connection declares none, and the one after that does again.
        desk.bench.host.connect("desk").unwrap();
        desk.bench.ready(Vec::new()).await;
        let (task, form) = desk.ask("plain", "the form", is_form).await;
        assert!(!desk.claims_apps() && form.decision.ends_with(words));
        desk.refuse(&task, &form).await;
        set(&desk.bench.host, false);
        desk.bench.host.connect("desk").unwrap();
        desk.bench.ready(Vec::new()).await;
        let (task, question) = desk.shown("plain").await;
        assert!(desk.consents_of(&question) == ["switch: always"]);
        desk.refuse(&task, &question).await;
    }
    desk.bench.host.close().await;
}

// SEC-12, CAP-04: off for questions only; results keep their apps, and the server hears with its next connection.
#[tokio::test(flavor = "multi_thread")]
async fn apps_may_be_off_in_questions_alone() {
    let off = Settings { apps_in_questions: false, ..Settings::default() };
    let mut desk = Desk::new().await;
    let (task, question, _) = desk.asked("reach").await;
    desk.bench.host.set_settings(off);
    assert_eq!(desk.bench.form(&question.id).await.fallback, None, "one that waits follows at once");
    assert_eq!(desk.consents_of(&question), ["asked", "switch: off here"]);
    desk.refuse(&task, &question).await;
    assert_eq!(desk.gates(), [true, true, false, true]);
    let (task, form) = desk.ask("plain", "the form", is_form).await;
    assert!(form.fallback.is_none() && form.decision.ends_with("apps in questions off in the settings."));
    desk.refuse(&task, &form).await;
    desk.bench.host.connect("desk").unwrap();
    desk.bench.ready(Vec::new()).await;
    let (task, form) = desk.ask("plain", "the form", is_form).await;
    let newest = desk.peer.received().pop().unwrap();
    let declared = &newest["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]["extensions"];
    assert_eq!(declared["io.modelcontextprotocol/ui"], json!({ "mimeTypes": ["text/html;profile=mcp-app"] }));
    desk.refuse(&task, &form).await;
    desk.bench.host.set_settings(Settings { apps_in_results: false, ..off });
    desk.bench.host.connect("desk").unwrap();
    desk.bench.ready(Vec::new()).await;
    let (task, form) = desk.ask("plain", "the form", is_form).await;
    assert!(!desk.claims_apps(), "off in both places is off");
    desk.refuse(&task, &form).await;
    desk.bench.host.close().await;
}

// SEC-12: what waits is decided by the switch too, and by what is said to another app of the server.
#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_waits_follows_what_is_set_meanwhile() {
    let mut desk = Desk::new().await;
    let (task, question, _) = desk.asked("reach").await;
    desk.bench.host.set_settings(Settings { apps: false, ..Settings::default() });
    assert_eq!(desk.bench.form(&question.id).await.fallback, None);
    desk.refuse(&task, &question).await;
    desk.bench.host.set_settings(Settings::default());
    let (task, question, _) = desk.asked("reach").await;
    let (other_task, other, _) = desk.asked("again").await;
    let (third_task, third, _) = desk.asked("more").await;
    desk.consent(&question, AppConsent::Always);
    desk.live(&question).await;
    desk.live(&other).await;
    assert_eq!(desk.consents_of(&other), ["asked", "remembered"]);
    let id = third.id.clone();
    let narrower = |q: &QuestionView| match &app(q)?.state {
        AppState::Consent { wider } if !wider.is_empty() => Some(wider.clone()),
        _ => None,
    };
    let wider = desk.bench.question(&id, "a narrower request", narrower).await;
    assert_eq!(wider, ["reach b.example", "use the camera"]);
    desk.bench.host.set_apps("desk", AppsPolicy::Always, false).unwrap();
    desk.live(&third).await;
    for (task, question) in [(task, question), (other_task, other), (third_task, third)] {
        desk.refuse(&task, &question).await;
    }
    desk.bench.host.close().await;
}

// PRM-04, PRM-05, CSP-09
#[tokio::test(flavor = "multi_thread")]
async fn devices_are_granted_with_the_consent_that_names_them() {
    for always in [false, true] {
        let mut desk = Desk::new().await;
        if always {
            desk.bench.host.set_apps("desk", AppsPolicy::Always, false).unwrap();
        }
        let question = if always {
            desk.shown("more").await.1
        } else {
            let (_, question, _) = desk.asked("more").await;
            assert!(page(&question).asks.iter().any(|ask| ask.feature == AppFeature::Camera && !ask.granted));
            desk.consent(&question, AppConsent::Once);
            question
        };
        assert!(desk.live(&question).await.asks.iter().any(|ask| ask.feature == AppFeature::Camera));
        assert_eq!(desk.log.lock().unwrap().opened[0].allow, "camera");
        desk.bench.host.close().await;
    }
}

// CSP-07, A10
#[tokio::test(flavor = "multi_thread")]
async fn this_computer_is_reached_in_developer_mode_only() {
    let mut desk = Desk::new().await;
    for developer in [false, true] {
        desk.bench.host.set_apps("desk", AppsPolicy::Ask, developer).unwrap();
        assert_eq!(desk.bench.host.snapshot().servers[0].developer, developer);
        let (task, question, _) = desk.asked("local").await;
        let seen = page(&question);
        assert_eq!((seen.developer, seen.policy.contains("http://localhost:3000")), (developer, developer));
        let hosts: Vec<_> = seen.asks.iter().flat_map(|ask| ask.hosts.clone()).collect();
        let dropped = seen.dropped.iter().map(|(entry, why)| (entry.as_str(), why.as_str())).collect::<Vec<_>>();
        let metadata = ("http://169.254.169.254", "A number in place of a name, never allowed");
        if developer {
            assert_eq!(hosts, ["http://localhost:3000", "http://10.0.0.5", "any host"]);
            assert_eq!(dropped, [metadata]);
        } else {
            assert!(hosts.is_empty());
            assert_eq!(
                dropped,
                [
                    ("http://localhost:3000", "An address of this computer; allowed in developer mode only"),
                    ("http://10.0.0.5", "An address of your network; allowed in developer mode only"),
                    ("*", "Too broad; allowed in developer mode only"),
                    metadata,
                ]
            );
        }
        desk.refuse(&task, &question).await;
    }
    desk.bench.host.close().await;
}

// APP-30
#[tokio::test]
async fn the_person_may_want_to_see_every_answer_first() {
    let yes = json!({ "action": "accept", "content": { "confirmed": true } });
    let mut desk = Desk::of(Act::Answer(yes.clone()), Consents::default(), |spec| spec.apps = AppsPolicy::Always).await;
    desk.bench.host.set_settings(Settings { review: true, ..Settings::default() });
    let (task, (id, held)) = desk.ask("plain", "the held answer", |q| Some((q.id.clone(), q.confirm.clone()?))).await;
    assert!(matches!(held, Confirm { untouched: false, values } if values.len() == 1));
    assert_eq!(desk.peer.requests("tools/call").len(), 1, "nothing was sent");
    desk.bench.host.confirm_answer(&id).unwrap();
    end(&task).await.unwrap();
    assert_eq!(desk.peer.requests("tools/call")[1]["params"]["inputResponses"]["q"], yes);
    desk.bench.host.close().await;
}
