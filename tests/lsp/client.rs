//! A client of the language server, in memory; also for `benches/editing.rs`.

use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

/// A server that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client with a server of its own.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    requests: i32,
    /// Notifications that came before answers.
    pub notifications: Vec<Notification>,
    /// The methods of requests of the server, which are not answered.
    pub asked: Vec<String>,
}

impl Client {
    /// Starts a server and initializes it.
    pub fn start(capabilities: &Value, wishes: &Value) -> Client {
        let (server, connection) = Connection::memory();
        let server =
            std::thread::spawn(move || cardwright::lsp::serve(&server).expect("the protocol is kept"));
        Client::connect(connection, server, capabilities, wishes)
    }

    /// Initializes the server at the other end of a connection. The thread ends with the server.
    pub fn connect(
        connection: Connection,
        server: JoinHandle<()>,
        capabilities: &Value,
        wishes: &Value,
    ) -> Client {
        let mut client = Client {
            connection,
            server: Some(server),
            requests: 0,
            notifications: Vec::new(),
            asked: Vec::new(),
        };
        client
            .request("initialize", json!({ "capabilities": capabilities, "initializationOptions": wishes }))
            .expect("capabilities");
        client.notify("initialized", json!({}));
        client
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        let notification = Notification::new(method.into(), params);
        self.connection.sender.send(Message::Notification(notification)).expect("the server listens");
    }

    /// Sends a request.
    pub fn send(&self, id: i32, method: &str, params: Value) {
        let request = Request::new(id.into(), method.into(), params);
        self.connection.sender.send(Message::Request(request)).expect("the server listens");
    }

    /// Sends a request and waits for the result, or the message of the error.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.requests += 1;
        self.send(self.requests, method, params);
        loop {
            match self.receive() {
                Message::Response(answer) if answer.id == self.requests.into() => {
                    return answer.response_result.map_err(|error| error.message);
                }
                Message::Notification(notification) => self.notifications.push(notification),
                Message::Request(request) => self.asked.push(request.method),
                other => panic!("{other:?}"),
            }
        }
    }

    /// Waits for a message.
    pub fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(PATIENCE).expect("a message")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.request("shutdown", Value::Null).expect("an end");
        self.notify("exit", Value::Null);
        self.server.take().map(JoinHandle::join).expect("a server").expect("it ends well");
    }
}
