import Bridge
import Testing

@Suite struct BridgeTests {}
