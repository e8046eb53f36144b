//! Colours for a print shop: red, green and blue as amounts of the four process inks, by the ICC profile of a
//! printing condition.

use std::fmt;
use std::sync::Arc;

use moxcms::{
    ColorProfile, DataColorSpace, Layout, ProfileClass, ProfileText, RenderingIntent, Transform8BitExecutor,
    TransformOptions,
};

use crate::guard::guarded;
use crate::hash::content_hash;
use crate::ir::print::SpotInfo;
use crate::print::draw::scene::Rgb;
use crate::print::inks::amounts::{BLACK, Inks};
use crate::print::inks::spots::SpotColour;

/// The greatest part of a colour that counts as black in a text.
const DARKEST: u8 = 0x30;
/// The greatest difference between the parts of a colour that counts as black in a text.
const NEUTRAL: u8 = 0x18;
/// Maximum size of a profile, in bytes.
pub const MOST_PROFILE: u64 = 16 << 20;

/// A printing condition: its profile, and the conversion of colours to its inks.
pub struct Separation {
    /// The ICC profile of the printing condition, unchanged: it is embedded in each document.
    pub profile: Vec<u8>,
    /// The name of the printing condition.
    pub condition: String,
    /// Maximum sum of the inks, in 255ths of one.
    limit: u32,
    /// Inks besides the four.
    pub spots: Vec<SpotColour>,
    transform: Arc<Transform8BitExecutor>,
}

impl fmt::Debug for Separation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Separation({})", self.condition)
    }
}

impl Separation {
    /// Reads a profile. `total_ink` limits the sum of the inks, in per cent of one.
    ///
    /// # Errors
    /// The reason why colours cannot be converted by it.
    pub fn of(profile: Vec<u8>, total_ink: u32) -> Result<Separation, String> {
        if profile.len() as u64 > MOST_PROFILE {
            return Err(format!("it is larger than {} MiB", MOST_PROFILE >> 20));
        }
        let read = guarded(|| ColorProfile::new_from_slice(&profile).map_err(|e| e.to_string()))?
            .map_err(|_| "it is not an ICC profile".to_owned())?;
        if read.color_space != DataColorSpace::Cmyk {
            return Err("it describes other colours than cyan, magenta, yellow and black".to_owned());
        }
        if read.profile_class != ProfileClass::OutputDevice {
            return Err("it is not the profile of a printing condition (`prtr`)".to_owned());
        }
        let options =
            TransformOptions { rendering_intent: RenderingIntent::Perceptual, ..TransformOptions::default() };
        let made =
            || ColorProfile::new_srgb().create_transform_8bit(Layout::Rgb, &read, Layout::Rgba, options);
        let transform = guarded(|| made().map_err(|e| e.to_string()))?
            .map_err(|why| format!("it has no conversion from colours to inks ({why})"))?;
        let condition = match &read.description {
            Some(ProfileText::PlainString(text)) => text.clone(),
            Some(ProfileText::Localizable(all)) => {
                all.first().map(|one| one.value.clone()).unwrap_or_default()
            }
            Some(ProfileText::Description(text)) => text.ascii_string.clone(),
            None => String::new(),
        };
        let condition: String = condition.chars().filter(|c| !c.is_control()).collect();
        let condition =
            if condition.trim().is_empty() { "Custom".to_owned() } else { condition.trim().to_owned() };
        Ok(Separation { profile, condition, limit: total_ink * 255 / 100, spots: Vec::new(), transform })
    }

    /// Returns the same printing condition with the spot colours of a game.
    pub fn with_spots(self: &Arc<Separation>, spots: &[SpotInfo]) -> Arc<Separation> {
        if spots.is_empty() {
            return Arc::clone(self);
        }
        let spot = |spot: &SpotInfo| SpotColour {
            name: spot.ink(),
            colour: spot.colour,
            inks: self.inks(spot.colour),
        };
        Arc::new(Separation {
            profile: self.profile.clone(),
            condition: self.condition.clone(),
            limit: self.limit,
            spots: spots.iter().map(spot).collect(),
            transform: Arc::clone(&self.transform),
        })
    }

    /// Returns the index of the spot colour that something of this colour is printed with.
    pub fn spot(&self, colour: Rgb) -> Option<usize> {
        self.spots.iter().position(|spot| spot.colour == colour)
    }

    /// Returns the maximum sum of the inks, in per cent of one.
    pub fn total_ink(&self) -> u32 {
        (self.limit * 100).div_ceil(255)
    }

    /// Returns whether the sum of the inks is limited: four of them are 400 per cent.
    pub fn is_limited(&self) -> bool {
        self.limit < 4 * 255
    }

    /// Returns whether black ink on top of inks exceeds the limit. It takes the place of the black in them.
    pub fn are_too_dark_for_black(&self, [c, m, y, _]: Inks) -> bool {
        u32::from(c) + u32::from(m) + u32::from(y) + 255 > self.limit
    }

    /// Reduces the inks of pixels to the limit. Returns whether any was reduced.
    pub fn limit_pixels(&self, pixels: &mut [u8]) -> bool {
        pixels.chunks_exact_mut(4).fold(false, |is_changed, inks| self.limited(inks) | is_changed)
    }

    /// Returns a hash of the profile and the limit.
    pub fn hash(&self) -> u64 {
        content_hash(&self.profile) ^ u64::from(self.limit)
    }

    /// Returns the inks of a colour. White is the paper's own.
    pub fn inks(&self, colour: Rgb) -> Inks {
        let mut inks = self.pixels(&colour);
        inks.resize(4, 0);
        [inks[0], inks[1], inks[2], inks[3]]
    }

    /// Returns the inks of a text's colour: black and nearly black are black ink alone, whose edges need no
    /// register.
    pub fn text(&self, colour: Rgb) -> Inks {
        if is_black(colour) { BLACK } else { self.inks(colour) }
    }

    /// Converts pixels: red, green and blue of each to its four inks.
    pub fn pixels(&self, colours: &[u8]) -> Vec<u8> {
        let mut inks = vec![0; colours.len() / 3 * 4];
        if guarded(|| self.transform.transform(colours, &mut inks).map_err(|e| e.to_string())).is_err() {
            // A profile that fails on a colour failed on all of them when it was read.
            return inks;
        }
        for (ink, colour) in inks.chunks_exact_mut(4).zip(colours.chunks_exact(3)) {
            if *colour == [255, 255, 255] {
                ink.fill(0);
            } else {
                self.limited(ink);
            }
        }
        inks
    }

    /// Reduces the coloured inks until their sum is within the limit.
    fn limited(&self, inks: &mut [u8]) -> bool {
        let [c, m, y, k] = inks else { return false };
        let coloured = u32::from(*c) + u32::from(*m) + u32::from(*y);
        let room = self.limit.saturating_sub(u32::from(*k));
        if coloured <= room {
            return false;
        }
        for ink in [c, m, y] {
            *ink = (u32::from(*ink) * room / coloured) as u8;
        }
        true
    }
}

/// Returns whether a colour is a grey, which black ink alone prints.
pub fn is_grey([r, g, b]: Rgb) -> bool {
    r == g && g == b
}

/// Returns whether a text of this colour is printed in black ink alone.
pub fn is_black(colour: Rgb) -> bool {
    let (least, most) = (colour.into_iter().min().unwrap_or(0), colour.into_iter().max().unwrap_or(0));
    most <= DARKEST && most - least <= NEUTRAL
}
