//! The noise of a component: numbers that it alone has, with which faces are drawn differently.

use std::sync::Arc;

use minijinja::value::{Enumerator, Object, ObjectRepr, from_args};
use minijinja::{Error, ErrorKind, State, Value};

/// Number of values.
const COUNT: usize = 64;

/// A component's numbers between 0 and 1. In a template `noise[9]` is one of them, and `noise(9, 30, 8)` is
/// the same as `30 + (noise[9] | times(8))`, in a fraction of the time.
#[derive(Debug)]
pub struct Noise([f64; COUNT]);

impl Noise {
    /// Makes the numbers of what has this id.
    pub fn of(id: &str) -> Noise {
        let mut seed = crate::hash::content_hash(id.as_bytes());
        Noise(std::array::from_fn(|_| next(&mut seed)))
    }
}

impl Object for Noise {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.get(key.as_usize()?).map(|value| Value::from(*value))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(COUNT)
    }

    fn call(self: &Arc<Self>, _: &mut State, args: &[Value]) -> Result<Value, Error> {
        let (index, from, by): (usize, f64, f64) = from_args(args)?;
        let Some(value) = self.0.get(index) else {
            let why = format!("`noise` has {COUNT} numbers, from 0: there is no `noise({index}, …)`");
            return Err(Error::new(ErrorKind::InvalidOperation, why));
        };
        Ok(Value::from(from + value * by))
    }
}

/// Returns the next pseudorandom number between 0 and 1 of a generator with this seed.
fn next(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    // Three digits suffice for a drawing, and keep it small.
    ((z ^ z >> 31) % 1000) as f64 / 1000.0
}
