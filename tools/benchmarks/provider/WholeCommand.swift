import BenchmarkReport
import Glibc

/// A command of `wallet` that is run to its end, with nothing to read; what it writes is thrown away.
struct WholeCommand {
    struct Failed: Error {
        let arguments: [String]
        let status: Int32
    }

    /// What a command took.
    struct Usage {
        let time: Time
        /// The most memory that it had, in megabytes.
        let megabytes: Double
    }

    let arguments: [String]
    let environment: [String: String]

    /// Runs it.
    ///
    /// - Parameter pause: How often its memory is looked at, in microseconds; 0 never.
    /// - Throws: ``Failed`` when it does not end with success.
    func run(lookingEach pause: UInt32 = 0) throws -> Usage {
        let clock = ContinuousClock()
        let start = clock.now
        let process = try spawn()
        var (status, usage, megabytes): (Int32, rusage, Double) = (0, rusage(), 0)
        while wait4(process, &status, pause == 0 ? 0 : WNOHANG, &usage) == 0 {
            megabytes = max(megabytes, ProcessFile(process).peakMegabytes)
            usleep(pause)
        }
        let wall = (clock.now - start).inMilliseconds
        guard status == 0 else { throw Failed(arguments: arguments, status: status) }
        return Usage(
            time: Time(wall: wall, processor: usage.processorMilliseconds), megabytes: megabytes)
    }

    private func spawn() throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream: Int32 in [0, 1, 2] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        let path = "\(SampleHome.products)/wallet"
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawn(&process, path, &actions, nil, &words, &variables) == 0 else {
            throw HelperProcess.DidNotStart()
        }
        return process
    }
}
