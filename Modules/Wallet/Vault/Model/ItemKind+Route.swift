package import TenonCore

extension ItemKind {
    /// Where an item of this kind is shown, such as `login:{id}`.
    package var route: Route<ItemID> { Route(rawValue).argument("id", as: ItemID.self) }
}

extension ItemID: RouteArgument {
    package var routeText: String { description }

    package init?(routeText: String) { self.init(routeText) }
}
