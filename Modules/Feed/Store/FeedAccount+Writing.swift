package import FeedAPI
import Synchronization
import TenonCore

/// What the person is writing, which outlives the program and the sign-in.
extension FeedAccount {
    /// What is being written: an answer to a post, or else a post; `nil` for nothing.
    package func writing(answering answered: PostID?) async throws -> Writing? {
        try await file.read { [number, desk, place = place(answered)] in
            try $0.writing(desk.writing(at: place), answering: answered, of: number)
        }
    }

    /// Takes what was typed; it is kept soon, until it is posted or discarded.
    ///
    /// - Throws: Why what was typed before could not be kept; it is tried again.
    package func keep(_ writing: Writing, answering answered: PostID?) throws {
        try desk.put(writing, at: place(answered))
    }

    /// Attaches a picture behind the others; it is kept when this returns.
    ///
    /// - Returns: What is being written with it.
    package func attach(
        _ picture: Picture, to writing: Writing, answering answered: PostID?
    ) async throws -> Writing {
        try await writeInPlace(of: answered) { [number] records in
            var writing = writing
            writing.pictures.append(
                try records.attach(picture, answering: answered, of: number))
            try records.keep(writing, answering: answered, of: number)
            return writing
        }
    }

    /// Throws a picture of what is being written away.
    package func detach(_ picture: Int64, answering answered: PostID?) async throws {
        try await write { [number] in
            try $0.removePictures(picture, answering: answered, of: number)
        }
    }

    /// Forgets what is being written.
    package func discardWriting(answering answered: PostID?) async throws {
        try await writeInPlace(of: answered) { [number] in
            try $0.removeWriting(answering: answered, of: number)
        }
    }

    /// How many things were done or begun that the server does not know.
    package func countUnsent() async throws -> Int {
        try await file.read { [number] in
            try $0.errands(of: number).count + $0.countWritings(of: number)
        }
    }

    /// Changes what is kept, in place of what was typed last, which stays when that fails.
    func writeInPlace<Result: Sendable>(
        of answered: PostID?, _ body: @escaping @Sendable (FeedRecords) throws -> Result
    ) async throws -> Result {
        let (desk, place) = (desk, place(answered))
        let typed = Mutex<Writing?>(nil)
        do {
            return try await write { records in
                typed.withLock { $0 = desk.take(place) }
                return try body(records)
            }
        } catch {
            if let typed = typed.withLock(\.self) { desk.putBack(typed, at: place) }
            throw error
        }
    }

    private func place(_ answered: PostID?) -> WritingDesk.Place {
        WritingDesk.Place(account: number, answered: answered)
    }
}
