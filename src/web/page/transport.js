// Transport of lines between the page and the engine over a WebSocket to the server of the page.

// Messages for the close codes of the server.
const TROUBLES = {
  1008: `The server does not accept the host name ${location.host}. Start it with: coupturc serve --allow-host ${location.host}, and make sure that a proxy passes on the Host header.`,
  1013: "Too many boards are open, perhaps in other tabs of this browser.",
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
