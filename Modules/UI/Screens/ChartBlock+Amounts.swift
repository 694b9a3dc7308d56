extension ChartBlock {
    /// How long the bars are, for front ends that draw with bars: never negative, never infinite.
    package var amounts: [Double] { points.map { $0.value.isFinite ? abs($0.value) : 0 } }

    /// What a bar of full length stands for: the largest amount, or the sum of the parts of a whole.
    package var fullAmount: Double {
        switch kind {
        case .bars, .line: amounts.max() ?? 0
        case .shares: amounts.reduce(0, +)
        }
    }
}
