/// The exit status of a process, with the meanings of `sysexits.h`.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Everything that was asked for was done.
    case success = 0
    /// A general failure, or a negative result such as "nothing found".
    case failure = 1
    /// A name stands for several things, of which none was chosen.
    case ambiguous = 3
    /// The command line was wrong (`EX_USAGE`).
    case usage = 64
    /// The input data was wrong (`EX_DATAERR`).
    case badData = 65
    /// An input file is missing or cannot be opened (`EX_NOINPUT`).
    case noInput = 66
    /// A service that is needed is not there (`EX_UNAVAILABLE`).
    case unavailable = 69
    /// A defect of this program (`EX_SOFTWARE`).
    case defect = 70
    /// An output file cannot be created (`EX_CANTCREAT`).
    case cannotCreate = 73
    /// Reading or writing failed (`EX_IOERR`).
    case inputOutput = 74
    /// A passing failure; trying again later may help (`EX_TEMPFAIL`).
    case tryLater = 75
    /// What was done again differs from what was recorded (`EX_PROTOCOL`).
    case differs = 76
    /// Not permitted, or locked (`EX_NOPERM`).
    case noPermission = 77
    /// Something is configured wrongly (`EX_CONFIG`).
    case configuration = 78
    /// The person interrupted the process (128 + `SIGINT`).
    case interrupted = 130
}
