import TenonCore

/// A front end of one screen: each line of standard input is an action, each state a line of output.
struct LineReader: FrontEnd {
    func run(in container: Container) async throws -> ExitStatus {
        let store = Store(Tally())
        store.observe { print("sum \($0.sum) of \($0.count)") }
        var status = ExitStatus.success
        while let line = readLine() {
            if let number = Int(line) {
                store.send(.add(number))
            } else if line == "reset" {
                store.send(.reset)
            } else {
                print("not a number: \(line)")
                status = .badData
            }
        }
        store.cancel()
        return status
    }
}
