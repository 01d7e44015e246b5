//! Lets Tauri read `tauri.conf.json` and the capability files.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let attributes = tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*");
    tauri_build::try_build(attributes)?;
    Ok(())
}
