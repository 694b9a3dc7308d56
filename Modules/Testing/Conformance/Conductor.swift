/// A driver with patience: looks again until what is expected can be seen.
struct Conductor: Sendable {
    let driver: any FrontEndDriver
    /// How long to look before giving up, at least.
    let patience: Duration

    /// The times between the looks, which are the patience together.
    ///
    /// They are short at first, since most of what is expected comes at once. They are counted instead
    /// of the time, so that a slow machine does not use up the patience.
    private var pauses: [Duration] {
        var pauses: [Duration] = []
        var (left, next) = (patience, Duration.milliseconds(5))
        while left > .zero {
            pauses.append(min(next, left))
            left -= next
            next = min(next * 2, .milliseconds(50))
        }
        return pauses
    }

    /// Starts the front end at a sample.
    func start(_ name: String, isNarrow: Bool = false) async throws {
        try await driver.start(at: "conformance:\(name)", isNarrow: isNarrow)
    }

    /// Chooses an action.
    func choose(_ title: String, on label: String? = nil) async throws {
        try await driver.choose(title, on: label)
    }

    /// Chooses an action, and waits until texts can be seen.
    func choose(_ title: String, on label: String? = nil, see parts: String...) async throws {
        try await driver.choose(title, on: label)
        try await expect(parts)
    }

    /// Follows a text that leads elsewhere, and waits until texts can be seen.
    func follow(_ text: String, see parts: String...) async throws {
        try await driver.follow(text)
        try await expect(parts)
    }

    /// Chooses rows together, and waits until texts can be seen.
    func select(_ titles: [String], see parts: String...) async throws {
        try await driver.select(titles)
        try await expect(parts)
    }

    /// Chooses the options of a filter, and waits until what can be seen is as it should be.
    func filter(
        _ filter: String, by options: [String],
        until condition: @escaping @Sendable (String) -> Bool
    ) async throws {
        try await driver.filter(filter, by: options)
        try await wait("the filter \"\(filter)\" to take \(options)") { condition($0) }
    }

    /// Brings the destinations into view.
    func showPlaces() async throws { try await driver.showPlaces() }

    /// Goes to a destination, and waits until texts can be seen.
    func go(to title: String, see parts: String...) async throws {
        try await driver.showPlaces()
        try await driver.go(to: title)
        try await expect(parts)
    }

    /// Waits until a destination is the one that is marked as the current one.
    func expectPlace(_ title: String) async throws {
        try await driver.showPlaces()
        var place: String?
        for pause in pauses {
            place = try await driver.currentPlace()
            if place == title { return }
            try await Task.sleep(for: pause)
        }
        throw TestingError.unmet(
            "\"\(title)\" is marked as the current place", seen: place ?? "No place is marked.")
    }

    /// Answers the open question, and waits until texts can be seen.
    func answer(_ answer: DriverAnswer, see parts: String...) async throws {
        try await driver.answer(answer)
        try await expect(parts)
    }

    /// Waits until texts can be seen.
    func expect(_ parts: String...) async throws { try await expect(parts) }

    /// Waits until texts can be seen, all at the same time.
    func expect(_ parts: [String]) async throws {
        try await wait(
            for: { seen in
                let missing = DriverText.missing(parts, in: seen)
                return "to see " + missing.map { "\"\($0)\"" }.joined(separator: ", ")
            }, until: { DriverText.missing(parts, in: $0).isEmpty })
    }

    /// Waits until a camera reads a text in what can be seen, or until it does not; where there are no
    /// pictures, the text itself is looked for.
    func scan(_ text: String, isThere: Bool = true) async throws {
        var read: [String] = []
        for pause in pauses {
            if let codes = try await driver.scan() {
                read = codes
            } else {
                read = [DriverText.normalized(try await driver.see())]
            }
            if read.contains(where: { $0.contains(text) }) == isThere { return }
            try await Task.sleep(for: pause)
        }
        throw TestingError.unmet(
            "a camera \(isThere ? "reads" : "no longer reads") \"\(text)\"", seen: "\(read)")
    }

    /// Checks that something was never put out, nor can be seen.
    func expectNever(_ secrets: String...) async throws {
        let all = DriverText.normalized(try await driver.everything() + driver.see())
        for secret in secrets where all.contains(DriverText.normalized(secret)) {
            throw TestingError.unmet(
                "\"\(secret)\" is never put out", seen: "It is among what was put out.")
        }
    }

    /// Waits until a condition on what can be seen holds, and returns what was seen then.
    @discardableResult
    func wait(
        _ expectation: String, until condition: @Sendable (String) -> Bool
    ) async throws -> String {
        try await wait(for: { _ in expectation }, until: condition)
    }

    /// Waits until a condition on what can be seen holds, and returns what was seen then.
    ///
    /// - Parameter expectation: What is waited for, when this is what is seen instead.
    @discardableResult
    private func wait(
        for expectation: @Sendable (String) -> String, until condition: @Sendable (String) -> Bool
    ) async throws -> String {
        for pause in pauses {
            let seen = try await driver.see()
            if condition(seen) { return seen }
            try await Task.sleep(for: pause)
        }
        let seen = try await driver.see()
        guard condition(seen) else { throw TestingError.unmet(expectation(seen), seen: seen) }
        return seen
    }
}
