import TestSupport

extension TemporaryFolder {
    /// Waits for the address that a server writes into the file "page" when it listens.
    ///
    /// - Throws: A ``LoopbackHTTP/Failure`` with the text of the file "messages".
    func startAddress() async throws -> String {
        var address = ""
        do {
            try await until {
                // A whole one: something follows it.
                let match = (text(of: "page") ?? "").firstMatch(of: /(http:\/\/\S+)\s/)
                address = match.map { String($0.output.1) } ?? ""
                return !address.isEmpty
            }
        } catch {
            throw LoopbackHTTP.Failure(description: text(of: "messages") ?? "No server.")
        }
        return address
    }
}
