import Glibc
import TenonCore
import WalletVault

/// Reads the folder of pass, the password store; each file is decrypted by `gpg`.
struct PassStoreReader {
    private static let fileLimit = 1 << 20
    private static let depthLimit = 16
    private static let countLimit = 100_000

    /// What a store has beside its entries; it says nothing of them.
    private static let ownNames: Set<String> = [
        ".git", ".gitattributes", ".gitignore", ".gpg-id", ".gpg-id.sig", ".public-keys",
        ".age-recipients", ".extensions",
    ]

    /// A file below the folder.
    private struct File {
        let folders: [String]
        let name: String
    }

    /// A symbolic link below the folder.
    private struct Link {
        let path: String
        /// Where it leads, from the folder; `nil` when that is outside of it, or there is nothing.
        let target: String?
    }

    /// What is below the folder.
    private struct Listing {
        var files: [File] = []
        var links: [Link] = []
        /// What is not read, by its path.
        var rest: [(path: String, reason: RowProblem.Reason)] = []

        var count: Int { files.count + links.count + rest.count }
    }

    let programs: any ProgramRunning

    /// Whether a path is a folder.
    static func recognizes(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Reads all files.
    ///
    /// Links are not followed but said, so that nothing outside of the folder is read, and nothing inside
    /// of it twice. Whatever else is there and no file of gpg is said, but for what a store needs itself.
    ///
    /// - Parameter step: Called with the number of files that are done, and of all.
    /// - Throws: ``TransferError`` when the folder cannot be read or there is no `gpg`;
    ///   `CancellationError`.
    func read(
        _ path: String, step: @Sendable (Int, Int) -> Void
    ) async throws -> ImportedDocument {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TransferError.noFile(path, errno: errno) }
        defer { close(descriptor) }
        var listing = Listing()
        try list(descriptor, [], realPath(path), &listing)
        let files = listing.files
        guard !files.isEmpty else { throw TransferError.emptyStore }
        var result = ImportedDocument(format: .passStore)
        result.isEncrypted = true
        for (index, file) in files.enumerated() {
            try Task.checkCancellation()
            step(index, files.count)
            let path = (file.folders + [file.name]).joined(separator: "/")
            guard let sealed = contents(file, below: descriptor) else {
                result.add(.unreadable, title: path)
                continue
            }
            // Through its input, so that the names of sites are in no list of processes.
            let outcome = await programs.run(
                "gpg", arguments: ["--quiet", "--batch", "--no-tty", "--decrypt"], input: sealed,
                limit: Self.fileLimit, within: .seconds(120))
            guard let outcome else {
                if index == 0 { throw TransferError.noGnuPG }
                result.add(.notDecrypted, title: path)
                continue
            }
            guard outcome.status == 0 else {
                result.add(.notDecrypted, title: path)
                continue
            }
            guard outcome.output.withBytes({ $0.isUTF8 }) else {
                result.add(.invalidText, title: path)
                continue
            }
            result.add(PassEntry(folders: file.folders, name: file.name).item(outcome.output))
        }
        report(listing, in: &result)
        return result
    }

    /// Says of each link whether what it leads to is imported.
    private func report(_ listing: Listing, in result: inout ImportedDocument) {
        for (path, reason) in listing.rest { result.add(reason, title: path) }
        guard !listing.links.isEmpty else { return }
        // Every file, and every folder that has one somewhere below it.
        var present: Set<String> = []
        for file in listing.files {
            for count in 1...(file.folders.count + 1) {
                let parts = count > file.folders.count ? [file.name + ".gpg"] : []
                present.insert((file.folders.prefix(count) + parts).joined(separator: "/"))
            }
        }
        for link in listing.links {
            let isRead = link.target.map(present.contains) ?? false
            result.add(isRead ? .innerLink : .outerLink, title: link.path)
        }
    }

    /// A path without links; `nil` when it leads nowhere.
    private func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Gathers the files of a folder and those below it, in the order of their names.
    ///
    /// - Parameter root: The path of the whole store, without links.
    private func list(
        _ descriptor: Int32, _ folders: [String], _ root: String?, _ listing: inout Listing
    ) throws {
        guard folders.count <= Self.depthLimit, listing.count <= Self.countLimit else {
            throw TransferError.unknownFormat
        }
        guard let names = FolderNames.all(in: ".", below: descriptor) else {
            throw TransferError.unreadable(folders.last ?? ".", errno: errno)
        }
        for name in names.sorted() where !Self.ownNames.contains(name) {
            let path = (folders + [name]).joined(separator: "/")
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                !name.hasPrefix(".")
            else {
                // A name that is no text in UTF-8 names nothing here.
                let isText = !name.contains("\u{FFFD}")
                listing.rest.append((path, isText ? .otherFile : .invalidText))
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                let inner = openat(
                    descriptor, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
                guard inner >= 0 else {
                    listing.rest.append((path, .unreadable))
                    continue
                }
                defer { close(inner) }
                try list(inner, folders + [name], root, &listing)
            case S_IFREG where name.hasSuffix(".gpg"):
                listing.files.append(File(folders: folders, name: String(name.dropLast(4))))
            case S_IFLNK:
                let isFolder =
                    fstatat(descriptor, name, &status, 0) == 0
                    && status.st_mode & S_IFMT == S_IFDIR
                guard isFolder || name.hasSuffix(".gpg") else {
                    listing.rest.append((path, .otherFile))
                    continue
                }
                listing.links.append(link(folders + [name], root))
            default: listing.rest.append((path, .otherFile))
            }
        }
    }

    /// Looks where a link leads, without opening anything.
    private func link(_ parts: [String], _ root: String?) -> Link {
        let path = parts.joined(separator: "/")
        let title = path.hasSuffix(".gpg") ? String(path.dropLast(4)) : path
        guard let root, let target = realPath("\(root)/\(path)"), target.hasPrefix(root + "/")
        else { return Link(path: title, target: nil) }
        return Link(path: title, target: String(target.dropFirst(root.count + 1)))
    }

    /// The bytes of a file; every folder on the way is opened without following links.
    private func contents(_ file: File, below root: Int32) -> SecretText? {
        var folder = dup(root)
        defer { close(folder) }
        for name in file.folders {
            let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard next >= 0 else { return nil }
            close(folder)
            folder = next
        }
        let descriptor = openat(
            folder, file.name + ".gpg", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        let source = DescriptorSource(descriptor, name: file.name, isOwned: true)
        return try? source.readAll(limit: Self.fileLimit)
    }
}
