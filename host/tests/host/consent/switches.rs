//! What the person sets for all apps, or for those of a server (SEC-12, CSP-07, APP-30, CAP-04).

use askance_host::app::consent::Consents;
use askance_host::view::{AppConsent, AppState, AppsPolicy, Confirm, QuestionView, Settings};
use serde_json::json;

use super::{Desk, app, is_form, page};
use crate::bench::end;
use crate::fake::Act;

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
