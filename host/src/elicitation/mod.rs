//! One question: its binding, the decision how it is shown, its life, and the promise that it is settled exactly once.
