// How lines travel between the page and the engine: here over a WebSocket, to the server that the page comes from.

export class Transport {
  constructor() {
    const url = new URL("hub", location.href);
    url.protocol = "ws:";
    url.hash = "";
    this.socket = new WebSocket(url);
    this.socket.onmessage = event => this.onLine(event.data);
    this.socket.onclose = () => this.onEnd();
    this.opened = new Promise(resolve => { this.socket.onopen = resolve; });
  }

  send(line) {
    this.socket.send(line);
  }
}
