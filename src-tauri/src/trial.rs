//! dev trial
use std::sync::Arc;
use askance_host::app::*;
use std::io::BufRead;
pub fn run() {
    let start = std::time::Instant::now();
    let sandbox = crate::surface::prepare();
    eprintln!("sandbox {sandbox:?} {:?}", start.elapsed());
    let rt = tokio::runtime::Runtime::new().unwrap();
    tauri::async_runtime::set(rt.handle().clone());
    let app = tauri::Builder::default().setup(move |app| {
        let h = app.handle().clone();
        crate::window::show(&h)?;
        eprintln!("window {:?}", start.elapsed());
        let surfaces: Arc<dyn Surfaces> = Arc::new(crate::surface::WindowSurfaces::new(h.clone(), crate::window::ensure));
        std::thread::spawn(move || {
            let mut open = std::collections::HashMap::new();
            for line in std::io::stdin().lock().lines() {
                let line = line.unwrap();
                let w: Vec<&str> = line.splitn(3, ' ').collect();
                let id = |n: &str| uuid::Uuid::from_u128(n.parse().unwrap());
                match w[0] {
                    "open" => {
                        let html = std::fs::read_to_string(w[2]).unwrap();
                        let t = std::time::Instant::now();
                        let name = w[1].to_owned();
                        let csp = std::env::var("CSP").unwrap_or("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-src 'none'; object-src 'none'".into());
                        let d = Document { instance: id(w[1]), html, csp, allow: String::new(), network: false };
                        let s = surfaces.clone();
                        let r = tauri::async_runtime::block_on(async move { s.open(d).await });
                        let OpenSurface { surface, mut events } = match r { Ok(s) => s, Err(e) => { eprintln!("{e}"); continue } };
                        eprintln!("[{name}] opened {:?}", t.elapsed());
                        let surface: Arc<dyn Surface> = Arc::from(surface);
                        open.insert(w[1].to_owned(), surface.clone());
                        std::thread::spawn(move || {
                            let mut pings: Vec<std::time::Duration> = vec![];
                            let mut last = std::time::Instant::now();
                            while let Some(e) = events.blocking_recv() {
                                if let SurfaceEvent::Message(m) = &e {
                                    if m.contains("\"pong\"") {
                                        pings.push(last.elapsed());
                                        if pings.len() < 200 { last = std::time::Instant::now(); surface.deliver("{\"ping\":1}".into()); }
                                        else { pings.sort(); eprintln!("[{name}] ping median {:?} p95 {:?}", pings[100], pings[190]); pings.clear(); }
                                        continue;
                                    }
                                    if m.contains("\"hello\"") { eprintln!("[{name}] hello at {:?}", t.elapsed()); last = std::time::Instant::now(); }
                                }
                                let mut s = format!("{e:?}"); let n = s.len(); if n > 300 { s = format!("{}… {n}", s.chars().take(300).collect::<String>()); }
                                eprintln!("[{name}] {:?} {s}", t.elapsed());
                            }
                            eprintln!("[{name}] end of events");
                        });
                    }
                    "place" => { let i = id(w[1]); let n: Vec<f64> = w[2].split(' ').map(|x| x.parse().unwrap()).collect();
                        h.run_on_main_thread(move || crate::surface::place(i, Some(crate::surface::Rect { x: n[0], y: n[1], width: n[2], height: n[3] }))).unwrap(); }
                    "hide" => { let i = id(w[1]); h.run_on_main_thread(move || crate::surface::place(i, None)).unwrap(); }
                    "focus" => { let i = id(w[1]); h.run_on_main_thread(move || crate::surface::focus(i)).unwrap(); }
                    "deliver" => open[w[1]].deliver(w[2].to_owned()),
                    "close" => { let s = open.remove(w[1]).unwrap(); let t = std::time::Instant::now(); tauri::async_runtime::block_on(async { s.close().await }); eprintln!("closed {:?}", t.elapsed()); }
                    "drop" => { open.remove(w[1]); }
                    "quit" => h.exit(0),
                    _ => eprintln!("?"),
                }
            }
        });
        Ok(())
    }).build(tauri::generate_context!()).unwrap();
    app.run_return(|_, _| {});
}
