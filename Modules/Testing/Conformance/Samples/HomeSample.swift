import TenonCore
import TenonUI

/// The list of all samples.
enum HomeSample {
    static let sample = Sample("home", state: 0) { _ in
        screen
    } respond: { input, _, context in
        guard case .act("open", let target?, _, _) = input else { return nil }
        context.navigator.open(Sample.location(target))
        return Effect.none
    }

    private static var screen: Screen {
        Screen(
            location: Sample.location("home"), title: "All samples",
            blocks: [
                .list(
                    ListBlock(
                        id: "samples", title: "Samples",
                        rows: ConformanceSamples.below.map { sample in
                            Row(
                                id: sample.name, title: "Sample \(sample.name)",
                                actions: [
                                    Action(id: "open", title: "Open", scope: .row, role: .primary)
                                ])
                        }))
            ])
    }
}

/// All samples.
enum ConformanceSamples {
    /// The samples that the list of all samples leads to.
    static let below: [Sample] =
        BlockSamples.all + [
            FactsSample.sample, ListSample.sample, ManySample.sample, FormSample.sample,
            ActionSample.sample, QuestionSample.sample,
        ] + PhaseSamples.all + WritingSamples.all
        + [WritingSamples.hostile, LeavingSample.sample, ChoosingSample.sample]

    static let all = [HomeSample.sample] + below
}
