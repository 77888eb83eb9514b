package dev.sluice.example;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs rules of the contract against a mutant and collects those that it breaks. */
final class FailedRules implements TestExecutionListener {

  private final Set<String> failed = new HashSet<>();

  static Set<String> of(Mutant mutant) {
    FailedRules failedRules = new FailedRules();
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                all()
                    .filter(rule -> mutant.rules().contains(rule.getName()))
                    .map(rule -> selectMethod(BrokenContract.class, rule))
                    .toList())
            .configurationParameter(BrokenContract.MUTANT, mutant.name())
            .build();
    LauncherFactory.create().execute(request, failedRules);
    return failedRules.failed;
  }

  /** The rules that there are. */
  static Stream<Method> all() {
    return Stream.of(Test.class, ParameterizedTest.class)
        .flatMap(
            annotation ->
                AnnotationSupport.findAnnotatedMethods(
                    BrokenContract.class, annotation, HierarchyTraversalMode.TOP_DOWN)
                    .stream());
  }

  @Override
  public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      identifier
          .getSource()
          .filter(MethodSource.class::isInstance)
          .map(MethodSource.class::cast)
          .ifPresent(source -> failed.add(source.getMethodName()));
    }
  }
}
