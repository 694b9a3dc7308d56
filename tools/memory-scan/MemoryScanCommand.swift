import Foundation

/// `memory-scan`: what a process still holds of keys and of texts that are given.
struct MemoryScanCommand {
    private static let usage = """
        Usage: memory-scan PROCESS [--markers FILE] [--json] [--where] [--follow]

        Looks through all memory that PROCESS can write to for key schedules of AES, for the keys
        that these belong to, and for texts, and prints how often each kind is there and in which
        parts of the memory; never what it found. It needs the rights of root where a process
        forbids others to look.

          --markers FILE  what else to look for, one line each: CLASS, a tab, and TEXT; or CLASS, a
                          tab, and hex:BYTES. "-" is standard input
          --json          one line of JSON for each scan
          --where         the address of each place too
          --follow        scan again for each line that comes on standard input, also for the keys
                          that earlier scans found

        Texts are looked for as UTF-8, UTF-16 and UTF-32.

        Exit status: 0 if nothing was found by the last scan, 1 if something was; 64 for a wrong
        word, 74 if the memory cannot be read.

        """

    private struct Options {
        var process: Int32 = 0
        var markers: String?
        var isJSON = false
        var showsPlaces = false
        var follows = false
    }

    private let arguments: [String]

    /// Takes the words behind the name of the program.
    init(_ arguments: ArraySlice<String>) { self.arguments = Array(arguments) }

    /// Runs to the end.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            print(Self.usage, terminator: "")
            return 0
        }
        guard let options = options() else {
            complain(Self.usage)
            return 64
        }
        do {
            return try scan(options)
        } catch {
            complain("memory-scan: \(error)\n")
            return 74
        }
    }

    private func scan(_ options: Options) throws -> Int32 {
        let markers = try options.markers.map { try Marker.read(from: $0) } ?? []
        var keys: Set<[UInt8]> = []
        while true {
            let report = try ProcessScan(options.process, markers: markers, keys: keys).run()
            // Keys of this scan whose schedule was met late are looked for everywhere, once more.
            keys.formUnion(report.keys)
            let text =
                try options.isJSON ? report.json : report.text(withPlaces: options.showsPlaces)
            try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
            guard options.follows, readLine() != nil else { return report.total == 0 ? 0 : 1 }
        }
    }

    private func options() -> Options? {
        var options = Options()
        var words = arguments.makeIterator()
        while let word = words.next() {
            switch word {
            case "--markers":
                guard let file = words.next() else { return nil }
                options.markers = file
            case "--json": options.isJSON = true
            case "--where": options.showsPlaces = true
            case "--follow": options.follows = true
            default:
                guard options.process == 0, let process = Int32(word), process > 0 else {
                    return nil
                }
                options.process = process
            }
        }
        // Standard input cannot be both.
        let isTwice = options.follows && options.markers == "-"
        return options.process > 0 && !isTwice ? options : nil
    }

    private func complain(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
