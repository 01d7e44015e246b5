//! Addresses for the system browser: http and https only, whoever gave them (known-problems A12). Never through a shell.

use askance_host::Problem;
use tauri::Url;

use super::Engine;

/// The person agreed to open a question's page.
#[tauri::command]
pub(super) async fn open_url(host: Engine<'_>, question: String) -> Result<(), Problem> {
    open(host.open_url(&question)?).await
}

/// The person clicked a link whose target was shown.
#[tauri::command]
pub(super) async fn open_link(url: String) -> Result<(), Problem> {
    open(url).await
}

/// Opens a web address in the system's browser.
pub(crate) async fn open(address: String) -> Result<(), Problem> {
    let url = check(&address)?;
    let opened = tauri::async_runtime::spawn_blocking(move || opener::open_browser(url.as_str())).await;
    match opened {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(no_browser(&error)),
        Err(error) => Err(no_browser(&error)),
    }
}

fn check(address: &str) -> Result<Url, Problem> {
    Url::parse(address)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| !host.is_empty()))
        // A name before the host makes one address look like another.
        .filter(|url| url.username().is_empty() && url.password().is_none())
        .ok_or_else(|| Problem {
            code: "link.scheme".to_owned(),
            what: "Only web addresses (http and https) can be opened.".to_owned(),
            remedy: None,
            details: Vec::new(),
        })
}

fn no_browser(error: &dyn std::fmt::Display) -> Problem {
    Problem {
        code: "link.browser".to_owned(),
        what: "The browser could not be opened.".to_owned(),
        remedy: Some("Copy the address and open it yourself.".to_owned()),
        details: vec![error.to_string()],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // A12
    #[test]
    fn only_web_addresses_are_opened() {
        for good in ["https://example.com/a?b#c", "http://localhost:8080/"] {
            assert_eq!(check(good).unwrap().as_str(), good);
        }
        assert_eq!(check("HTTPS://bücher.example").unwrap().as_str(), "https://xn--bcher-kva.example/");
        for bad in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "ms-msdt:/id",
            "vscode://x",
            "data:text/html,x",
            "-flag",
            "https://",
            "HTTPS://user@evil.example/",
            "https://github.com:x@evil.example/",
            "smb://host/share",
            "zoommtg://x",
            "",
        ] {
            assert_eq!(check(bad).unwrap_err().code, "link.scheme", "{bad}");
        }
    }
}
