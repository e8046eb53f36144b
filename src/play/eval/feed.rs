//! Whole lines of the input, read ahead.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, sync_channel};

/// Maximum length of a line, in bytes.
const LONGEST: usize = 16 << 20;
/// The byte order mark of UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Source of whole lines, read ahead by a separate thread.
pub(super) struct Feed {
    bytes: Receiver<io::Result<Vec<u8>>>,
    rest: Vec<u8>,
    /// True once the input's first bytes have arrived, without the mark that editors may put there.
    begun: bool,
    ended: bool,
}

impl Feed {
    pub(super) fn new(mut input: Box<dyn Read + Send>) -> Self {
        let (sender, bytes) = sync_channel(8);
        // The thread ends with the input, or once the receiver is dropped.
        std::thread::spawn(move || {
            loop {
                let mut buffer = vec![0; 128 << 10];
                let read = match input.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(n) => {
                        buffer.truncate(n);
                        Ok(buffer)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let failed = read.is_err();
                if sender.send(read).is_err() || failed {
                    return;
                }
            }
        });
        Feed { bytes, rest: Vec::new(), begun: false, ended: false }
    }

    /// Returns the next lines, at most `most`; blocks until there is one. Empty at the end of the input.
    pub(super) fn lines(&mut self, most: usize) -> io::Result<Vec<u8>> {
        loop {
            if !self.begun && (self.rest.len() >= MARK.len() || self.ended) {
                self.begun = true;
                if self.rest.starts_with(MARK) {
                    self.rest.drain(..MARK.len());
                }
            }
            let end = match most {
                usize::MAX => self.rest.iter().rposition(|b| *b == b'\n'),
                _ => self
                    .rest
                    .iter()
                    .enumerate()
                    .filter(|(_, b)| **b == b'\n')
                    .map(|(i, _)| i)
                    .take(most)
                    .last(),
            };
            if let Some(end) = end {
                let after = self.rest.split_off(end + 1);
                let lines = std::mem::replace(&mut self.rest, after);
                if lines.trim_ascii().is_empty() {
                    continue;
                }
                return Ok(lines);
            }
            if self.ended {
                let last = std::mem::take(&mut self.rest);
                return Ok(if last.trim_ascii().is_empty() { Vec::new() } else { last });
            }
            if self.rest.len() > LONGEST {
                let message = format!("a line is longer than {} MiB", LONGEST >> 20);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            match self.bytes.recv() {
                Ok(bytes) => self.rest.extend_from_slice(&bytes?),
                Err(_) => self.ended = true,
            }
            while self.rest.len() < 1 << 20 {
                match self.bytes.try_recv() {
                    Ok(bytes) => self.rest.extend_from_slice(&bytes?),
                    Err(_) => break,
                }
            }
        }
    }
}
