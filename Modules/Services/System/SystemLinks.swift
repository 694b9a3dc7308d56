public import TenonCore

/// Opens web addresses in the person's preferred browser, with `xdg-open`.
public struct SystemLinks: LinkOpening {
    private let environment: [String: String]

    /// Makes an opener; the environment variables name the desktop and the browser.
    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// Opens an absolute `http` or `https` address.
    ///
    /// The address is one argument of the program and never passes through a shell.
    ///
    /// - Throws: ``SystemError`` for anything else, or when there is no program for it.
    public func open(_ address: String) async throws {
        guard Self.isOpenable(address) else { throw SystemError.badAddress(address) }
        guard let path = ExecutableSearch(environment: environment).find("xdg-open") else {
            throw SystemError.noBrowser
        }
        let program = ChildProcess(
            path: path, arguments: [address], environment: environment, isDetached: true)
        // Some browsers stay in the foreground: one that still runs after a moment is showing the
        // page, and one that has ended reports success or failure.
        if let result = await program.launch(waiting: .seconds(2)), !result.succeeded {
            throw SystemError.noBrowser
        }
    }

    /// Whether an address has a scheme that is opened, a host, and only printable ASCII.
    static func isOpenable(_ address: String) -> Bool {
        let lowercased = address.lowercased()
        guard let prefix = ["http://", "https://"].first(where: lowercased.hasPrefix),
            let first = address.utf8.dropFirst(prefix.utf8.count).first
        else { return false }
        return !"/?#:@".utf8.contains(first)
            && address.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0)
            }
    }
}
