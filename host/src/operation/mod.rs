//! One request of ours with all its rounds: `tools/call`, `prompts/get`, `resources/read` (MRT-*, TMO-*).
