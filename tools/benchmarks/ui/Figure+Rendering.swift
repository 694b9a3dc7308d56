import BenchmarkReport

extension Figure {
    /// How long something takes to be rendered, beside writing the same bytes to memory.
    ///
    /// - Parameter bar: The most milliseconds that it may take, if there is such a bar.
    static func rendering(
        _ name: String, rounds: Int, bar: Int? = nil, _ render: () -> [UInt8]
    ) async throws -> Figure {
        let bytes = render()
        var sink = 0
        var buffer: [UInt8] = []
        let (time, writing) = try await best(of: rounds) { _ in
            sink &+= render().count
        } beside: { _ in
            buffer.removeAll(keepingCapacity: true)
            buffer.append(contentsOf: bytes)
            sink &+= buffer.count
        }
        guard sink > 0 else { fatalError("\(name) renders nothing") }
        return Figure(
            name: name, items: bytes.count, milliseconds: time.wall,
            processorMilliseconds: time.processor, yardstick: "writing the same bytes",
            yardstickMilliseconds: writing.wall,
            yardstickProcessorMilliseconds: writing.processor, bar: bar.map { "≤ \($0) ms" },
            isMet: bar.map { time.wall <= Double($0) })
    }
}
