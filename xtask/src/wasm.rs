//! The interface as WebAssembly: compiled, given its bindings, made small.

use std::fs;
use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::step::{self, Failure};
use crate::workspace::Workspace;

/// The name that the server-rendered page asks for: `inquest.js` and `inquest_bg.wasm`.
const OUT_NAME: &str = "inquest";

/// What every browser of the last years understands beyond the first version of WebAssembly.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Leaves `inquest.js` in `web/.bindgen`, where the bundler takes it up, and the optimised `inquest_bg.wasm` in `web/dist`.
pub fn build(workspace: &Workspace) -> Result<(), Failure> {
    // Its own features, without the server's: the two sides of `app` must never be unified in one build.
    let arguments = ["build", "--package", "app", "--lib", "--no-default-features", "--features", "hydrate"];
    let output = ["--target", "wasm32-unknown-unknown", "--profile", "wasm"];
    step::run(workspace.cargo().args(arguments).args(output), "fix what the compiler names above, then try again")?;

    let compiled = workspace.target.join("wasm32-unknown-unknown").join("wasm").join("app.wasm");
    let staging = workspace.web().join(".bindgen");
    let module = staging.join(format!("{OUT_NAME}_bg.wasm"));
    let before = fs::read(&module).ok();
    Bindgen::new()
        .input_path(&compiled)
        .out_name(OUT_NAME)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(false).omit_default_module_path(false).generate(&staging))
        .map_err(|reason| {
            let next = "let wasm-bindgen and wasm-bindgen-cli-support have the same version in Cargo.toml, then try again";
            Failure::new(format!("write the bindings of {}", workspace.short(&compiled).display()), format!("{reason:#}"), next)
        })?;

    let optimised = workspace.web().join("dist").join(format!("{OUT_NAME}_bg.wasm"));
    if optimised.exists() && before.is_some() && before == fs::read(&module).ok() {
        println!("   {} is up to date", workspace.short(&optimised).display());
        return Ok(());
    }
    optimise(workspace, &module, &optimised)
}

fn optimise(workspace: &Workspace, module: &Path, optimised: &Path) -> Result<(), Failure> {
    // A stale result must not survive a failed run: its presence says that it belongs to the module beside it.
    match fs::remove_file(optimised) {
        Err(reason) if reason.kind() != std::io::ErrorKind::NotFound => {
            return Err(Failure::new(format!("remove the old {}", optimised.display()), reason, "check who owns web/dist, then try again"));
        }
        _ => {}
    }
    let wasm_opt = workspace.web().join("node_modules").join("binaryen").join("bin").join("wasm-opt");
    step::run(
        Command::new("node").arg(wasm_opt).arg("-Oz").args(FEATURES).arg(module).arg("-o").arg(optimised),
        "remove web/node_modules, then try again",
    )
}
