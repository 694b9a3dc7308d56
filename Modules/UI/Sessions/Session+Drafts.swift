import TenonCore

extension Session {
    /// Offers to go on with what was typed in earlier sessions, each time that the application proper is
    /// reached, such as after an unlocking, and says when it goes with a lock.
    func offerDrafts() {
        guard let keeper = container[.draftKeeper] else {
            return stage.arrivals.continuation.finish()
        }
        let arrivals = stage.arrivals.stream
        work.start { [weak self, questionQueue, offers] in
            for await arrival in arrivals {
                let place: Location?
                switch arrival {
                case .application: place = nil
                case .screen(let location):
                    guard offers.takePostponed(at: location) else { continue }
                    place = location
                case .gate:
                    let count = await offers.lostCount(in: keeper)
                    self?.stage.lose(count)
                    continue
                }
                // With the stack, so that nothing is offered above a lock.
                self?.work.start(isStackBound: true) { [weak self] in
                    await offers.offer(at: place, asking: questionQueue) { [weak self] in self }
                }
            }
        }
    }

    /// Offers what was kept since the application proper was reached.
    package func offerKept() { stage.arrivals.continuation.yield(.application) }
}
