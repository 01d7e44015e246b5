// The buttons that are one call of the engine.
import { host } from "../ipc";
import type { Act } from "../parts/way";

const cancel = (question: string) => host.answer(question, { kind: "cancel" });

export const calls: Partial<Record<Act, (question: string) => Promise<unknown>>> = {
  cancel,
  giveUp: cancel,
  decline: (question) => host.answer(question, { kind: "decline" }),
  standard: (question) => host.useStandardForm(question),
  confirm: (question) => host.confirmAnswer(question),
  open: (question) => host.openUrl(question),
  finished: (question) => host.urlDone(question),
};
