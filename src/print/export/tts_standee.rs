//! Standees for Tabletop Simulator: a mesh that stands on its foot, with the same picture in front and
//! behind.

use std::fmt::Write;

/// Half the thickness of the upright part, in units.
const HALF: f64 = 0.03;
/// Height of the foot, in units.
const FOOT: f64 = 0.08;
/// Depth of the foot beside the width.
const DEPTH: f64 = 0.45;

/// Returns the mesh of a standee as a Wavefront OBJ, with its origin in the middle of the foot's underside.
/// Lengths are units. The front looks along the z axis.
pub fn mesh(width: f64, height: f64) -> String {
    let mut mesh = Mesh::default();
    let (half, top) = (width / 2.0, FOOT + height);
    mesh.block([half, top, HALF], FOOT, true);
    mesh.block([half, FOOT, width * DEPTH / 2.0], 0.0, false);
    mesh.text
}

#[derive(Default)]
struct Mesh {
    text: String,
    corners: usize,
}

impl Mesh {
    /// Adds a block from the height `bottom` up to its corner. Its front and back show the picture if it is
    /// `painted`; all other sides have the colour at the picture's foot.
    fn block(&mut self, [x, y, z]: [f64; 3], bottom: f64, painted: bool) {
        // Anticlockwise from the lower left corner, as seen from outside.
        let front = [[-x, bottom, z], [x, bottom, z], [x, y, z], [-x, y, z]];
        let back = [[x, bottom, -z], [-x, bottom, -z], [-x, y, -z], [x, y, -z]];
        let right = [[x, bottom, z], [x, bottom, -z], [x, y, -z], [x, y, z]];
        let left = [[-x, bottom, -z], [-x, bottom, z], [-x, y, z], [-x, y, -z]];
        let above = [[-x, y, z], [x, y, z], [x, y, -z], [-x, y, -z]];
        let below = [[-x, bottom, -z], [x, bottom, -z], [x, bottom, z], [-x, bottom, z]];
        for (side, shows) in
            [(front, painted), (back, painted), (right, false), (left, false), (above, false), (below, false)]
        {
            let picture = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
            for (corner, [u, v]) in side.iter().zip(picture) {
                let [x, y, z] = corner;
                let (u, v) = if shows { (u, v) } else { (0.5, 0.005) };
                // Writing to a string does not fail.
                let _ = writeln!(self.text, "v {x:.4} {y:.4} {z:.4}\nvt {u} {v}");
            }
            let n = self.corners;
            let _ = writeln!(self.text, "f {0}/{0} {1}/{1} {2}/{2} {3}/{3}", n + 1, n + 2, n + 3, n + 4);
            self.corners += 4;
        }
    }
}
