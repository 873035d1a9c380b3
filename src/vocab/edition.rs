//! The editions of the rules: the rules as they were from one day on.

/// An edition of the rules. All but the oldest are named by their first day (SPEC.md chapter 9).
///
/// Editions are ordered by age, the oldest first.
///
/// ```
/// use arimaa::vocab::Edition;
///
/// assert_eq!(Edition::default().to_string(), "2008-07-01");
/// assert_eq!("2005-05-28+no-draws".parse(), Ok(Edition::May2005 { no_draws: true }));
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Edition {
    /// `2002`, from 11 February 2004 to 27 May 2005: the mover loses when a board occurs for the
    /// third time, with either side to move.
    Year2002,
    /// `2005-05-28`: the mover loses when a board occurs for the third time with the same side to
    /// move.
    May2005 {
        /// The tournament option `no-draws`: a side without rabbits loses, and no game is drawn.
        no_draws: bool,
    },
    /// `2008-07-01`: the current rules. A third occurrence is illegal, and a side that loses all
    /// its rabbits loses the game.
    #[default]
    July2008,
}

impl Edition {
    /// Every edition with every option, oldest first.
    pub const ALL: [Self; 4] = [
        Self::Year2002,
        Self::May2005 { no_draws: false },
        Self::May2005 { no_draws: true },
        Self::July2008,
    ];

    /// The name of the edition on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Year2002 => "2002",
            Self::May2005 { no_draws: false } => "2005-05-28",
            Self::May2005 { no_draws: true } => "2005-05-28+no-draws",
            Self::July2008 => "2008-07-01",
        }
    }
}
