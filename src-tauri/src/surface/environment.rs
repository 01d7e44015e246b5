//! What WebKit reads from the environment, set before anything else runs.

/// Whether the processes of webviews run in the system's own sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sandbox {
    /// They do.
    On,
    /// This system can't, or the person turned it off.
    Off,
}

/// Sets what is unset: WebKit's sandbox where it works (design.md), and no DMA-BUF renderer, which leaves some windows
/// white (known-problems P55). Must be the first thing that `main` does.
#[cfg(target_os = "linux")]
pub(crate) fn prepare() -> Sandbox {
    const FORCE_SANDBOX: &str = "WEBKIT_FORCE_SANDBOX";
    set_if_unset("WEBKIT_DISABLE_DMABUF_RENDERER", "1");
    if std::env::var_os(FORCE_SANDBOX).is_none() && bubblewrap_works() {
        set_if_unset(FORCE_SANDBOX, "1");
    }
    if std::env::var_os(FORCE_SANDBOX).is_some_and(|value| value != "0") { Sandbox::On } else { Sandbox::Off }
}

/// WebView2 and WKWebView bring their own.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare() -> Sandbox {
    Sandbox::On
}

/// Tries what WebKit will do: it aborts where its sandbox does not start, as in containers without user namespaces.
#[cfg(target_os = "linux")]
fn bubblewrap_works() -> bool {
    use std::process::{Command, Stdio};
    // WebKit binds these without asking; where one is missing (some containers have no /sys) its sandbox ends the program.
    if !["block", "bus", "class", "dev", "devices"].iter().all(|part| std::path::Path::new("/sys").join(part).is_dir())
    {
        return false;
    }
    let start = |program: &str, arguments: &[&str]| {
        let quiet = || Stdio::null();
        Command::new(program).args(arguments).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn()
    };
    let inside = ["--die-with-parent", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc"];
    // `timeout` ends a try that hangs: a thread of our own to watch it would come before `set_var`.
    let arguments = ["2", "bwrap"].iter().chain(&inside).chain(&["--dev", "/dev", "true"]);
    // Both at once: the window waits for them.
    let tries = [start("xdg-dbus-proxy", &["--version"]), start("timeout", &arguments.copied().collect::<Vec<_>>())];
    let [proxy, inside] = tries.map(|child| child.and_then(|mut child| child.wait()));
    proxy.is_ok() && inside.is_ok_and(|status| status.success())
}

#[cfg(target_os = "linux")]
fn set_if_unset(name: &str, value: &str) {
    if std::env::var_os(name).is_none() {
        // SAFETY: `main` calls this before it starts a thread, so nothing reads the environment at the same time.
        #[allow(unsafe_code)]
        unsafe {
            std::env::set_var(name, value);
        }
    }
}
