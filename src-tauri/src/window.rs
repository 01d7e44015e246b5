//! The window: one page of ours, and the apps above it.

use std::path::PathBuf;

use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

use crate::surface;

/// The window's label; the capability file names it and nothing else (known-problems A2).
pub(crate) const LABEL: &str = "main";

/// Where the page's webview keeps its files.
pub(crate) struct PageData(pub(crate) PathBuf);

/// Builds the window if there is none. Hidden: [`show`] puts it on screen. On the main thread.
///
/// # Errors
/// What the window system says.
pub(crate) fn ensure(app: &AppHandle) -> tauri::Result<()> {
    if app.get_webview_window(LABEL).is_none() {
        surface::set_up(&build(app)?)?;
    }
    Ok(())
}

/// Puts the window on screen, building it if there is none. On the main thread.
///
/// # Errors
/// What the window system says.
pub(crate) fn show(app: &AppHandle) -> tauri::Result<()> {
    ensure(app)?;
    app.get_webview_window(LABEL).map_or(Ok(()), |window| window.show())
}

/// Puts the window in front of the others, and gives it the keyboard. On the main thread.
///
/// # Errors
/// What the window system says.
pub(crate) fn bring(app: &AppHandle) -> tauri::Result<()> {
    show(app)?;
    let Some(window) = app.get_webview_window(LABEL) else { return Ok(()) };
    window.unminimize()?;
    window.set_focus()
}

fn build(app: &AppHandle) -> tauri::Result<WebviewWindow> {
    let mut builder = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("index.html".into()))
        .title("Askance")
        .inner_size(1100.0, 760.0)
        .min_inner_size(400.0, 480.0)
        .visible(false)
        .devtools(cfg!(debug_assertions))
        .disable_drag_drop_handler()
        .on_navigation(is_ours)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_page_load(|_, payload| {
            if payload.event() == tauri::webview::PageLoadEvent::Finished {
                surface::warm_up();
            }
        });
    if let Some(data) = app.try_state::<PageData>() {
        builder = builder.data_directory(data.0.clone());
    }
    builder.build()
}

/// The page is one document: it never goes elsewhere (known-problems A3).
fn is_ours(url: &Url) -> bool {
    let host = url.host_str();
    match url.scheme() {
        "tauri" => host == Some("localhost"),
        "http" | "https" => cfg!(windows) && host == Some("tauri.localhost"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // A3
    #[test]
    fn only_our_own_page_is_ours() {
        assert!(is_ours(&"tauri://localhost/index.html".parse().unwrap()));
        for other in ["tauri://localhost.evil/", "http://tauri.localhost.evil.com/", "https://example.com/", "file:///"]
        {
            assert!(!is_ours(&other.parse().unwrap()), "{other}");
        }
    }

    // A2: an app's webview must match no capability.
    #[test]
    fn the_capabilities_name_our_window_only() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src-tauri/capabilities");
        let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty());
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let capability: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(capability["windows"], serde_json::json!([LABEL]), "{}", file.display());
            assert!(capability.get("webviews").is_none(), "{}", file.display());
            assert!(capability.get("remote").is_none(), "{}", file.display());
        }
    }
}
