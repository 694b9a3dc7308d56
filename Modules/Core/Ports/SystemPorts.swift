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
    /// Opening of addresses.
    public static let links = Port<any LinkOpening>("links", providers: ["TenonSystem"])
    /// Relational databases.
    public static let databases = Port<any DatabaseOpening>(
        "databases", providers: ["TenonSQLite", "TenonPostgreSQL"])
    /// The owner of a host's domain.
    public static let domains = Port<any RegistrableDomainFinding>(
        "domains", providers: ["TenonPublicSuffix"])
}
