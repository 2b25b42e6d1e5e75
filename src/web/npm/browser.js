import { engineOver } from "./engine.js";
import { Transport } from "./transport.js";

export { EngineError } from "./engine.js";
export const Engine = engineOver(Transport);
