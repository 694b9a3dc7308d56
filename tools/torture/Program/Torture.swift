import Foundation

/// A whole run of the tool.
struct Torture {
    private let options: Options
    private let faults: [Fault]
    private let folder: String

    init(_ options: Options) throws {
        self.options = options
        faults = Fault.allCases.filter { fault in
            (options.faults.isEmpty || options.faults.contains(fault))
                && (options.hasMounts || fault != .disk && fault != .readOnly)
        }
        var template = Array("\(options.folder)/torture-XXXXXX".utf8CString)
        folder = template.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
        guard !folder.isEmpty else {
            throw Problem(message: "no folder can be made in \(options.folder).")
        }
    }

    /// Does everything that was asked for.
    ///
    /// - Returns: Whether something was tried and nothing was lost.
    func run() async throws -> Bool {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if options.isList { return list() }
        let start = ContinuousClock.now
        let tools = try await Tools(options, in: folder)
        defer { tools.remove() }
        guard options.machines == 0 else { return try await keepInStep(tools) }
        let sample = try await Sample.make(in: "\(folder)/samples", tools)
        var isGood = true
        if options.writers > 0, options.commands.isEmpty, options.faults.isEmpty {
            isGood = try await Writers(options, sample, tools, folder).run()
        }
        guard options.count != 0 else { return isGood }
        let commands = try await wanted(sample, tools)
        let references = try await self.references(commands, sample, tools)
        var plan = Plan(references, faults, options)
        say("seed \(options.seed), \(commands.count) commands, \(plan.count) trials in one round")
        let tally = await perform(&plan, references, sample, tools, since: start)
        let operations = Dictionary(
            uniqueKeysWithValues: references.map {
                ($0.command.name, $0.operations(for: .kill))
            })
        print(tally.table(operations))
        print("Tried \(tally.count), lost something or left something over \(tally.badCount).")
        if tally.count == 0 { print("Nothing was tried.") }
        return isGood && tally.isGood
    }

    /// Lets machines keep a vault in step through everything that was asked for.
    private func keepInStep(_ tools: Tools) async throws -> Bool {
        var isGood = true
        for kind in options.through.isEmpty ? MiddleKind.allCases : options.through {
            let place = "\(folder)/\(kind.rawValue)"
            isGood = try await Machines(options, kind, tools, place).run() && isGood
        }
        return isGood
    }

    private func list() -> Bool {
        print("commands:", TorturedCommand.all.map(\.name).joined(separator: " "))
        print("faults:", Fault.allCases.map(\.rawValue).joined(separator: " "))
        return true
    }

    /// The commands that were asked for, without those that this version has not.
    private func wanted(_ sample: Sample, _ tools: Tools) async throws -> [TorturedCommand] {
        let names = Set(TorturedCommand.all.map(\.name))
        if let unknown = options.commands.subtracting(names).first {
            throw Problem(message: "there is no command '\(unknown)'; see --list.", status: 64)
        }
        guard let place = sample.places[.nothing] else { return [] }
        let help = try await tools.run(["vault", "--help"], in: place)
        return TorturedCommand.all.filter { command in
            (options.commands.isEmpty || options.commands.contains(command.name))
                && (command.words[0] != "vault" || help.output.contains(command.words[1]))
        }
    }

    private func references(
        _ commands: [TorturedCommand], _ sample: Sample, _ tools: Tools
    ) async throws -> [Reference] {
        var references: [Reference] = []
        for command in commands {
            say("\(command.name) …")
            references.append(
                try await Reference(command, sample, tools, in: "\(folder)/\(command.name)"))
        }
        return references
    }

    private func perform(
        _ plan: inout Plan, _ references: [Reference], _ sample: Sample, _ tools: Tools,
        since start: ContinuousClock.Instant
    ) async -> Tally {
        let byName = Dictionary(
            uniqueKeysWithValues: references.map { ($0.command.name, $0) })
        let limit = options.count ?? (options.seconds == nil ? plan.count : Int.max)
        let deadline = options.seconds.map { start + .seconds($0) }
        var tally = Tally()
        var started = 0
        await withTaskGroup(of: (Trial, Trial.Outcome).self) { group in
            func begin() {
                guard started < limit, deadline.map({ ContinuousClock.now < $0 }) ?? true,
                    let trial = plan.next(), let reference = byName[trial.command.name]
                else { return }
                started += 1
                let place = "\(folder)/\(started)"
                group.addTask {
                    (trial, await trial.outcome(sample, reference, tools, in: place))
                }
            }
            for _ in 0..<options.atOnce { begin() }
            while let (trial, outcome) = await group.next() {
                let words = tally.add(trial, outcome)
                // At once, since the rest may take hours.
                FileHandle.standardOutput.write(Data(words.utf8))
                if started.isMultiple(of: 200) { say("\(started) trials, \(tally.badCount) bad") }
                begin()
            }
        }
        return tally
    }

    private func say(_ text: String) {
        FileHandle.standardError.write(Data("torture: \(text)\n".utf8))
    }
}
