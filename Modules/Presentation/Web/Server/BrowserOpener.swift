import Foundation

/// Opens the start address in the person's browser, without showing it to others.
///
/// The arguments of a process can be read by every user of a machine, so the address is not given
/// to `xdg-open`. It goes into a file that only this user can read, which leads on to it.
struct BrowserOpener {
    let environment: [String: String]

    /// Opens the address; does nothing when there is no `xdg-open`, since the address was printed.
    func open(_ address: String) {
        guard let program = find("xdg-open"), let file = makeFile(address) else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [file.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // A program inherits what this thread blocks, which may be the signals that end a browser.
        var (none, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        try? process.run()
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        // The token works once; the file is useless after the browser has read it.
        Task.detached {
            try? await Task.sleep(for: .seconds(20))
            try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
        }
    }

    /// A page of two lines, in a folder of its own with mode 0700.
    private func makeFile(_ address: String) -> URL? {
        let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let parent =
            runtime.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory
        let folder = parent.appendingPathComponent("tenon-web-\(RandomKey(bits: 64).text)")
        let page = HTML.element(
            .html, [],
            [
                element(
                    .meta, Attribute(.httpEquiv, "refresh"),
                    Attribute(.content, "0;url=\(address)"))
            ])
        let file = folder.appendingPathComponent("start.html")
        let manager = FileManager.default
        do {
            try manager.createDirectory(
                at: folder, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        } catch {
            return nil
        }
        let isWritten = manager.createFile(
            atPath: file.path, contents: Data(HTMLWriter.document(page)),
            attributes: [.posixPermissions: 0o600])
        return isWritten ? file : nil
    }

    private func find(_ program: String) -> String? {
        // Never a program in the folder that this one was started in.
        (environment["PATH"] ?? "").split(separator: ":").lazy
            .filter { $0.hasPrefix("/") }
            .map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
