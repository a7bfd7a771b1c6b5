package dev.hundi.bench.broken.sandbox;

public class Simulator {

}
