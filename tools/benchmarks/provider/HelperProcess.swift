import Glibc

/// A program that is started with as little ado as git starts it.
struct HelperProcess {
    struct DidNotStart: Error {}

    let path: String
    let arguments: [String]
    let environment: [String: String]
    /// Where the files for its streams are.
    let folder: String

    /// Runs the program to its end.
    ///
    /// - Returns: What it wrote to standard output, up to 4 KiB.
    func run(_ input: String) throws -> String {
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw DidNotStart() }
        for end in [toChild[1], fromChild[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        for end in [toChild[0], fromChild[1]] {
            posix_spawn_file_actions_addclose(&actions, end)
        }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawn(&process, path, &actions, nil, &words, &variables) == 0 else {
            throw DidNotStart()
        }
        close(toChild[0])
        close(fromChild[1])
        _ = input.utf8.withContiguousStorageIfAvailable {
            write(toChild[1], $0.baseAddress, $0.count)
        }
        close(toChild[1])
        var output = [UInt8](repeating: 0, count: 4096)
        var count = 0
        while count < output.count {
            let received = output.withUnsafeMutableBytes { bytes in
                read(fromChild[0], bytes.baseAddress.map { $0 + count }, bytes.count - count)
            }
            guard received > 0 else { break }
            count += received
        }
        close(fromChild[0])
        waitpid(process, nil, 0)
        return String(decoding: output[..<count], as: UTF8.self)
    }
}
