/// Tells the time.
public protocol TimeTelling: Sendable {
    /// The time of day, as set by the person or the network; it may jump.
    func now() -> Timestamp
    /// The time since the machine was started, sleep included; it never jumps (`CLOCK_BOOTTIME`).
    func sinceBoot() -> Duration
    /// Waits for a duration; sleep of the machine counts. Throws only `CancellationError`.
    func sleep(for duration: Duration) async throws
}

/// Writes to the clipboard of the person's desktop.
public protocol ClipboardWriting: Sendable {
    /// Puts a secret on the clipboard, marked as one for clipboard managers, and arranges that it
    /// is cleared after a duration unless something else was copied meanwhile.
    ///
    /// - Throws: An ``ExplainedError`` when there is no clipboard, saying what to install.
    func copy(_ secret: SecretText, clearAfter duration: Duration) async throws

    /// Clears the clipboard now if it still holds what this process copied last.
    func clear() async

    /// Whether a terminal is asked to copy, which does not tell whether it does.
    var asksTerminal: Bool { get }

    /// What a copy is made by now, and whether that marks it as a secret.
    var means: ClipboardMeans { get async }
}

extension ClipboardWriting {
    /// `false`: the clipboard is written.
    public var asksTerminal: Bool { false }

    /// This process, which marks what it copies.
    public var means: ClipboardMeans { get async { .process } }
}

/// Asks the terminal of a front end to use the clipboard of whoever sits at it.
package protocol TerminalCopying: Sendable {
    /// Whether there is a terminal that can be asked now.
    var isThere: Bool { get }

    /// Asks it to copy.
    ///
    /// - Returns: Whether it was asked; whether it does is not known.
    func copy(_ secret: SecretText) -> Bool

    /// Asks it to clear what it was asked to copy last.
    func clear()
}

/// Opens addresses in the person's preferred program.
public protocol LinkOpening: Sendable {
    /// Opens an absolute `http` or `https` address.
    ///
    /// - Throws: An ``ExplainedError`` for other schemes, or when there is no program for it.
    func open(_ address: String) async throws
}

extension AnyPort {
    /// The time.
    public static let clock = Port<any TimeTelling>("clock", providers: ["TenonSystem"])
    /// The clipboard.
    public static let clipboard = Port<any ClipboardWriting>(
        "clipboard", providers: ["TenonSystem"])
    /// The clipboard of the terminal that the application is shown in.
    package static let terminalClipboard = OptionalPort<any TerminalCopying>(
        "terminalClipboard", providers: ["TenonLine", "TenonTerminal"])
    /// Opening of addresses.
    public static let links = Port<any LinkOpening>("links", providers: ["TenonSystem"])
    /// Relational databases.
    public static let databases = Port<any DatabaseOpening>(
        "databases", providers: ["TenonSQLite", "TenonPostgreSQL"])
    /// The owner of a host's domain.
    public static let domains = Port<any RegistrableDomainFinding>(
        "domains", providers: ["TenonPublicSuffix"])
}
