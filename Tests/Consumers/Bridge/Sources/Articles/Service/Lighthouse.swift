import Bridge

@main struct Lighthouse: ModularApp {}
