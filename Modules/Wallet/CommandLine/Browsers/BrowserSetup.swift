import Foundation
import Glibc
import WalletVault

/// Tells browsers where the program for the extension KeePassXC-Browser is, or takes that back.
struct BrowserSetup {
    /// A file that is to be there.
    private struct Wanted {
        let path: String
        let text: String
        let permissions: mode_t
        /// Whether what is there already may be replaced.
        let isFree: Bool
    }

    let places: BrowserPlaces
    /// The program that browsers are to start.
    let program: String

    /// Writes manifests, and scripts where they are needed, for the browsers that are there.
    ///
    /// Nothing is written when one of the files belongs to another program.
    ///
    /// - Parameter isDry: Only looks.
    /// - Returns: The paths of the manifests, whether they were there already or not.
    /// - Throws: ``WalletCommandError`` when a file is in the way or cannot be written.
    func install(isDry: Bool) throws -> [String] {
        let found = places.found
        let wanted = try found.flatMap(files)
        if let taken = wanted.first(where: { !$0.isFree }) {
            throw WalletCommandError.inTheWay(taken.path)
        }
        if !isDry { for file in wanted { try write(file) } }
        return found.map(\.manifest)
    }

    /// Removes what ``install(isDry:)`` has written for this program, or for one that is gone.
    ///
    /// - Parameter isDry: Only looks.
    /// - Returns: The paths of the manifests.
    /// - Throws: ``WalletCommandError`` when a file cannot be removed.
    func remove(isDry: Bool) throws -> [String] {
        let told = places.found.filter { place in
            guard let host = BrowserHost(manifest: place.manifest), host.isOurs else {
                return false
            }
            return host.program == program || access(host.program, X_OK) != 0
        }
        for place in told where !isDry {
            for path in [place.manifest, place.script].compactMap(\.self) {
                guard unlink(path) == 0 || errno == ENOENT else {
                    throw WalletCommandError.cannotChange(path, SecretFile.systemError)
                }
                removeEmptyFolders(above: path)
            }
        }
        return told.map(\.manifest)
    }

    private func files(of place: BrowserPlace) throws -> [Wanted] {
        let manifest = Wanted(
            path: place.manifest,
            text: try BrowserHost.manifest(for: place.family, naming: place.script ?? program),
            permissions: 0o644,
            isFree: isFree(place.manifest) || BrowserHost(manifest: place.manifest)?.isOurs == true)
        guard let barrier = place.barrier, let script = place.script else { return [manifest] }
        let wrapper = Wanted(
            path: script,
            text: BrowserHost.script(for: barrier, starting: program, home: places.home),
            permissions: 0o755,
            isFree: isFree(script) || BrowserHost.program(of: script) != nil)
        return [wrapper, manifest]
    }

    /// Whether nothing is at a path, not even a link that leads nowhere.
    private func isFree(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0
    }

    /// Writes a file beside its place, and moves it there when it is complete.
    ///
    /// What a process that is killed leaves there is written over by the next one.
    private func write(_ file: Wanted) throws {
        let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
        let draft = "\(file.path).new"
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw WalletCommandError.cannotChange(file.path, error.localizedDescription)
        }
        guard put(file.text, into: draft), chmod(draft, file.permissions) == 0,
            rename(draft, file.path) == 0
        else {
            let reason = SecretFile.systemError
            unlink(draft)
            throw WalletCommandError.cannotChange(file.path, reason)
        }
    }

    /// Writes all of a text, in as many pieces as the system takes; `errno` tells why it fails.
    private func put(_ text: String, into path: String) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let code = Array(text.utf8).withUnsafeBytes { FileName.write($0, to: descriptor) }
        return code == 0 && fsync(descriptor) == 0
    }

    /// Removes the folders that a file leaves empty, up to the home folder.
    private func removeEmptyFolders(above path: String) {
        var folder = path
        repeat {
            folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        } while folder.hasPrefix("\(places.home)/") && rmdir(folder) == 0
    }
}
