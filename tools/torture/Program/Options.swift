import Foundation

/// The options of the command line.
struct Options: Sendable {
    static let help = """
        Usage: tools/torture/run [OPTION]...

        Runs the built `wallet` and `wallet-agent` on throw-away vaults and lets things go wrong: kills at
        each file operation and at any time, losses of power, failing reads and writes, full and
        read-only disks, several writers, jumps of the clock. After each trial the vault must open with
        everything that was acknowledged, nothing half-done, nothing left over, and no false alarm.
        The fault "stop" only looks at what kills would leave, everywhere and fast.
        Prints what was tried and what was lost. The exit status is 0 when something was tried and
        nothing was lost.

          --seed N          the order of the trials and what is random in them; 1 unless given
          --count N         how many trials; every operation of every command once unless given
          --seconds N       for how long
          --command NAME    only this command; may be given several times. --list names them
          --fault NAME      only what goes wrong in this way; may be given several times
          --at N            only at this operation
          --writers N       how many processes write at once; 8 unless given, 0 for none
          --writing N       for how many seconds they do; 30 unless given
          --machines N      only lets so many machines keep a vault in step while agents, servers and
                            databases are killed and connections fail
          --through NAME    what lies between the machines: folder, sqlite or postgres; may be given
                            several times, each unless given
          --kills N         how much is killed meanwhile; 100 unless given
          --at-once N       how many trials run at once; 2 unless given
          --folder DIR      where the vaults are; in memory (/dev/shm) unless given
          --programs DIR    where the programs are; beside this one unless given
          --mounts          also mount small and read-only disks; the script gives it when it may
          --unsynced        lets each fsync do nothing, which must lose something: checks this tool
          --list            names the commands and the faults
          -h, --help        this text
        """

    var seed: UInt64 = 1
    var count: Int?
    var seconds: Double?
    var commands: Set<String> = []
    var faults: Set<Fault> = []
    var at: Int?
    var writers = 8
    var writing = 30.0
    var machines = 0
    var through: [MiddleKind] = []
    var kills = 100
    var atOnce = 2
    var folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    var programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path
    var hasMounts = false
    var isUnsynced = false
    var isList = false
    var isHelp = false

    /// Reads the words of the command line.
    ///
    /// - Throws: ``Problem`` for what is not known.
    init(_ words: some Sequence<String>) throws {
        var rest = words.flatMap { word in
            // `--name=value` is `--name value`.
            word.hasPrefix("--")
                ? word.split(separator: "=", maxSplits: 1).map(String.init) : [word]
        }[...]
        while let word = rest.popFirst() {
            switch word {
            case "-h", "--help": isHelp = true
            case "--mounts": hasMounts = true
            case "--unsynced": isUnsynced = true
            case "--list": isList = true
            case "--seed": seed = UInt64(try Self.number(word, &rest))
            case "--count": count = try Self.number(word, &rest)
            case "--seconds": seconds = Double(try Self.number(word, &rest))
            case "--at": at = try Self.number(word, &rest)
            case "--writers": writers = try Self.number(word, &rest)
            case "--writing": writing = Double(try Self.number(word, &rest))
            case "--machines": machines = try Self.number(word, &rest)
            case "--kills": kills = try Self.number(word, &rest)
            case "--through":
                let name = try Self.value(word, &rest)
                guard let kind = MiddleKind(rawValue: name) else {
                    throw Problem(message: "nothing '\(name)' lies between machines.", status: 64)
                }
                through.append(kind)
            case "--at-once": atOnce = max(1, try Self.number(word, &rest))
            case "--folder": folder = try Self.value(word, &rest)
            case "--programs": programs = try Self.value(word, &rest)
            case "--command": commands.insert(try Self.value(word, &rest))
            case "--fault":
                let name = try Self.value(word, &rest)
                guard let fault = Fault(rawValue: name) else {
                    throw Problem(message: "there is no fault '\(name)'; see --list.", status: 64)
                }
                faults.insert(fault)
            default:
                throw Problem(message: "'\(word)' is not known here; see --help.", status: 64)
            }
        }
    }

    private static func value(_ name: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
            throw Problem(message: "\(name) needs a value.", status: 64)
        }
        return value
    }

    private static func number(_ name: String, _ rest: inout ArraySlice<String>) throws -> Int {
        guard let number = Int(try value(name, &rest)), number >= 0 else {
            throw Problem(message: "\(name) needs a whole number.", status: 64)
        }
        return number
    }
}
