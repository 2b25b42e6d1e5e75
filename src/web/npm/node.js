import { engineOver } from "./engine.js";
import { Transport } from "./node-transport.js";

export { EngineError } from "./engine.js";
export const Engine = engineOver(Transport);
