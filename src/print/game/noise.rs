//! The noise of a component: numbers that it alone has, with which faces are drawn differently.

use std::sync::Arc;

use minijinja::value::{Enumerator, Object, ObjectRepr};
use minijinja::{Error, ErrorKind, Value};

/// Number of values.
const COUNT: usize = 64;

/// A component's numbers between 0 and 1: `noise` of a template.
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
}

/// Implements `vary(noise, 9, 30, 8)`: the same as `30 + (noise[9] | times(8))`, in a fraction of the time.
pub fn vary(noise: &Value, index: usize, from: f64, by: f64) -> Result<Value, Error> {
    let value = match noise.downcast_object_ref::<Noise>() {
        Some(noise) => noise.0.get(index).copied(),
        None => noise.get_item_by_index(index).ok().and_then(|value| f64::try_from(value).ok()),
    };
    let Some(value) = value else {
        let why = format!("there is no number {index} for `vary`: the first is 0");
        return Err(Error::new(ErrorKind::InvalidOperation, why));
    };
    Ok(Value::from(from + value * by))
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
