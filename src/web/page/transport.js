// How lines travel between the page and the engine: here over a WebSocket, to the server that the page comes from.

// What the server means when it closes the socket.
const TROUBLES = {
  1008: `The server does not know this page by the name ${location.host}. It has to be started with: coupturc serve --allow-host ${location.host}, and a proxy before it must pass on the name (Host).`,
  1013: "Too many boards are open. Try again later.",
};

export class Transport {
  constructor() {
    const url = new URL("hub", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    this.socket = new WebSocket(url);
    this.socket.onmessage = event => this.onLine(event.data);
    this.socket.onclose = ({ code }) => {
      this.trouble = TROUBLES[code];
      this.onEnd();
    };
    this.opened = new Promise(resolve => { this.socket.onopen = resolve; });
  }

  send(line) {
    this.socket.send(line);
  }
}
