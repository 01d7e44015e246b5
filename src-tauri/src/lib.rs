//! The shell: the only code that knows Tauri, wry, GTK and windows.
pub fn skeleton() {
    let _ = tauri::Builder::default().build(tauri::generate_context!());
}
