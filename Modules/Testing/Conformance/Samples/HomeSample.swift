import TenonCore
import TenonUI

/// The list of all samples, which counts how often one of them has covered it.
enum HomeSample {
    static let sample = Sample("home", state: 0) { count in
        screen(count)
    } respond: { input, _, context in
        switch input {
        case .act("open", let target?, _, _):
            context.navigator.open(Sample.location(target))
            return Effect.none
        case .disappear:
            return .just { $0 += 1 }
        default: return nil
        }
    }

    private static func screen(_ count: Int) -> Screen {
        Screen(
            location: Sample.location("home"), title: "All samples",
            blocks: [
                .list(
                    ListBlock(
                        id: "samples", title: count == 0 ? "Samples" : "Samples, \(count) seen",
                        rows: ConformanceSamples.below.map { sample in
                            Row(
                                id: sample.name, title: "Sample \(sample.name)",
                                location: Sample.location(sample.name),
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
            DraftSample.sample, SecretSample.sample, SelectingSample.sample, ActionSample.sample,
            QuestionSample.sample,
        ] + PhaseSamples.all + WritingSamples.all
        + [
            WritingSamples.hostile, LeavingSample.sample, ChoosingSample.sample, JarSample.sample,
            KeysSample.sample,
            PlaceSample.sample,
        ]

    static let all = [HomeSample.sample] + below
}
