"""Loops, transforms, random draws, layers and losses of one row, for the table of `jg.vmap`."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from jax import lax

from tests.rows_reference import RowFunction


def _step(carry, element):
    carry = carry / (1 + element * element) + element
    return carry, carry * element


def _last(carry, element):
    return _step(carry, element)[0], None


def _fori(x):
    return lax.fori_loop(0, x.shape[0], lambda i, s: 0.5 * s + x[i], jnp.float32(0))


def _while(x):
    """The place of the first positive number."""
    holds = lambda i: (i < x.shape[0]) & (x[jnp.minimum(i, x.shape[0] - 1)] <= 0)
    return lax.while_loop(holds, lambda i: i + 1, jnp.int32(0))


def _halvings(x):
    """A loop whose steps depend on values, not on the length."""
    total = jnp.sum(x * x)
    return lax.while_loop(lambda s: s > 0.1, lambda s: s / 2, total)


@jax.custom_jvp
def _steep(x):
    return jnp.tanh(x)


_steep.defjvps(lambda t, out, x: 3.0 * t * (1 - out**2))


@jax.custom_vjp
def _doubled(x):
    return jnp.sin(x) * x.shape[0]


_doubled.defvjp(lambda x: (_doubled(x), x), lambda x, ct: (2.0 * ct * jnp.cos(x),))


@jax.custom_vjp
def _row_norm(x):
    return jnp.sqrt(jnp.sum(x * x) + 1e-6)


_row_norm.defvjp(lambda x: (_row_norm(x), (x, _row_norm(x))), lambda r, ct: (ct * r[0] / r[1],))

# fmt: off
LOOPS = [
    RowFunction("scan:carry", lambda x: lax.scan(_last, jnp.float32(0.5), x)[0]),
    RowFunction("scan:both", lambda x: lax.scan(_step, jnp.float32(0.5), x)),
    RowFunction("scan:reverse", lambda x: lax.scan(_step, jnp.float32(0.5), x, reverse=True)),
    RowFunction("scan:features", lambda x: lax.scan(_step, jnp.ones(4), x), ("vectors",)),
    RowFunction("scan:two", lambda x, y: lax.scan(lambda c, e: (c * 0.5 + e[0] * e[1], c), jnp.float32(1), (x, y)), ("numbers", "smooth")),
    RowFunction("scan:constant of the row", lambda x: lax.scan(lambda c, e: (c + e * x.mean(), None), jnp.float32(0), x)[0]),
    RowFunction("scan:places", lambda x: lax.scan(lambda c, i: (0.5 * c + x[i], c), jnp.float32(0), jnp.arange(x.shape[0]))),
    RowFunction("scan:partial", lambda x: lax.scan(lambda c, e: (jnp.log(c * e + 1), jnp.sqrt(e)), jnp.float32(1), x), ("positive",)),
    RowFunction("scan:row as a state", lambda x: lax.scan(lambda c, e: (jnp.tanh(0.5 * c + e), c.sum()), x, x)),
    RowFunction("scan:five steps", lambda x: lax.fori_loop(0, 5, lambda i, c: jnp.tanh(c) + x.mean(), x)),
    RowFunction("scan:grad inside", lambda x: jax.grad(lambda r: lax.scan(_last, jnp.float32(0.5), r)[0])(x), order=1),
    RowFunction("lax.map", lambda x: lax.map(lambda e: e * e + x.sum(), x)),
    RowFunction("lax.map:features", lambda x: lax.map(lambda e: jnp.outer(e, e), x), ("vectors",)),
    RowFunction("fori_loop", _fori),
    RowFunction("fori_loop:over columns", lambda x: lax.fori_loop(0, 4, lambda i, s: s + x[:, i] * x[:, 0], jnp.zeros(x.shape[0])), ("vectors",)),
    RowFunction("while_loop:place", _while, order=0, empty=-1),
    RowFunction("while_loop:values", _halvings, order=0),
    RowFunction("cond", lambda x: lax.cond(x.sum() > 0, lambda x: x**2, lambda x: -x, x)),
    RowFunction("cond:length", lambda x: lax.cond(jnp.asarray(x.shape[0]) > 3, lambda x: x.sum(), lambda x: x.sum() ** 3, x)),
    RowFunction("cond:partial", lambda x: lax.cond(x.sum() > 0, lambda x: jnp.log(x.sum()), lambda x: x.sum(), x)),
    RowFunction("switch", lambda x, t: lax.switch(t.sum() % 3, [jnp.sum, jnp.prod, lambda x: (x * x).sum()], x), ("numbers", "tokens")),
]

TRANSFORMS = [
    RowFunction("jit inside", lambda x: jax.jit(lambda r: r - r.sum())(x)),
    RowFunction("vmap over elements", lambda x: jax.vmap(lambda e: jnp.tanh(e).sum())(x), ("vectors",)),
    RowFunction("vmap over pairs", lambda x: jax.vmap(lambda a: jax.vmap(lambda b: a @ b)(x))(x), ("vectors",)),
    RowFunction("checkpoint", lambda x: jax.checkpoint(lambda r: jnp.sin(r) * jnp.sum(r))(x)),
    RowFunction("custom_jvp", lambda x: _steep(x)),
    RowFunction("custom_jvp of a total", lambda x: _steep(x.sum())),
    RowFunction("custom_vjp", lambda x: _doubled(x), order=1),
    RowFunction("custom_vjp of a total", lambda x: x * _row_norm(x), order=1),
    RowFunction("grad inside", lambda x: jax.grad(lambda r: jnp.sum(r**3) / r.shape[0])(x)),
    RowFunction("grad inside:attention", lambda x: jax.grad(lambda r: jnp.sum(jax.nn.softmax(r @ r.T) @ r))(x), ("vectors",), rtol=1e-4, order=1),
    RowFunction("grad inside:cumsum", lambda x: jax.grad(lambda r: jnp.sum(jnp.sin(r) * jnp.cumsum(r)))(x)),
    RowFunction("grad inside:sort", lambda x: jax.grad(lambda r: jnp.sum(jnp.sort(r) * jnp.cumsum(r)))(x)),
    RowFunction("grad inside:last", lambda x: jax.grad(lambda r: r[-1] * r[0] ** 2)(x)),
    RowFunction("grad inside:max", lambda x: jax.grad(jnp.max)(x)),
    RowFunction("hessian inside", lambda x: jax.hessian(lambda w: jnp.sum(jnp.tanh(w * x)))(jnp.float32(0.5)), order=1),
    RowFunction("hessian inside:features", lambda x: jax.hessian(lambda w: jnp.sum(jnp.tanh(x @ w)))(jnp.ones(4)), ("vectors",), order=1),
    RowFunction("jacfwd inside", lambda x: jax.jacfwd(lambda w: jnp.sum(jnp.sin(w[:, None] * x[None]), 1))(jnp.ones(2)), order=1),
    RowFunction("jvp inside", lambda x: jax.jvp(jnp.sin, (x,), (x * x,))),
    RowFunction("vjp inside", lambda x: jax.vjp(lambda r: jnp.cumsum(r) ** 2, x)[1](x)[0]),
    RowFunction("stop_gradient", lambda x: x * lax.stop_gradient(x.sum())),
    RowFunction("straight through", lambda x: x + lax.stop_gradient(jnp.round(x) - x)),
]

RANDOM = [
    RowFunction("normal", lambda k, x: x + jr.normal(k, x.shape), ("key", "numbers"), order=1),
    RowFunction("normal:features", lambda k, x: x * jr.normal(k, x.shape), ("key", "vectors"), order=1),
    RowFunction("uniform", lambda k, x: jr.uniform(k, (x.shape[0],)) * x, ("key", "numbers")),
    RowFunction("bernoulli", lambda k, x: jnp.where(jr.bernoulli(k, 0.5, x.shape), x, 0), ("key", "numbers")),
    RowFunction("bernoulli:of values", lambda k, p: jr.bernoulli(k, p), ("key", "unit"), order=0),
    RowFunction("categorical", lambda k, x: jr.categorical(k, x), ("key", "numbers"), order=0, empty=-1),
    RowFunction("split", lambda k, x: jax.vmap(lambda k, e: e * jr.normal(k, (2,)))(jr.split(k, x.shape[0]), x), ("key", "numbers"), order=1),
    RowFunction("fold_in", lambda k, x: jax.vmap(lambda i, e: e + jr.uniform(jr.fold_in(k, i)))(jnp.arange(x.shape[0]), x), ("key", "numbers")),
    RowFunction("randint", lambda k, x: x + jr.randint(k, x.shape, 0, 9).astype(x.dtype), ("key", "numbers"), order=1),
    RowFunction("permutation by sorting", lambda k, x: x[jnp.argsort(jr.uniform(k, x.shape))], ("key", "numbers"), order=1),
]


def _causal(n):
    return jnp.tril(jnp.ones((n, n), bool))


def _made(layer, *args, **kwargs):
    return layer(*args, key=jr.key(7), **kwargs)


def _run_cell(cell, x, state):
    def step(state, element):
        state = cell(element, state)
        return state, jax.tree.leaves(state)[0]

    return lax.scan(step, state, x)


class _Block(eqx.Module):
    """A transformer block with a token of its own and learned positions."""

    attention: eqx.nn.MultiheadAttention
    norm: eqx.nn.LayerNorm
    mlp: eqx.nn.MLP
    token: jax.Array
    positions: jax.Array

    def __init__(self):
        self.attention = _made(eqx.nn.MultiheadAttention, 2, 4)
        self.norm = eqx.nn.LayerNorm(4)
        self.mlp = _made(eqx.nn.MLP, 4, 3, 5, 1)
        self.token, self.positions = jnp.ones((1, 4)), jnp.sin(jnp.arange(48.0)).reshape(12, 4)

    def __call__(self, x):
        x = jnp.concatenate([self.token, x + self.positions[: x.shape[0]]])
        x = x + self.attention(x, x, x)
        return jax.vmap(self.mlp)(jax.vmap(self.norm)(x))


LAYERS = [
    RowFunction("eqx Linear", lambda m, x: jax.vmap(m)(x), ("points",), shared=_made(eqx.nn.Linear, 4, 3)),
    RowFunction("eqx MLP", lambda m, x: jax.vmap(m)(x), ("points",), shared=_made(eqx.nn.MLP, 4, 2, 8, 2)),
    RowFunction("eqx MLP of the mean", lambda m, x: m(x.mean(0)), ("points",), shared=_made(eqx.nn.MLP, 4, "scalar", 8, 1, activation=jax.nn.gelu)),
    RowFunction("eqx LayerNorm", lambda m, x: jax.vmap(m)(x), ("points",), shared=eqx.nn.LayerNorm(4), rtol=1e-4),
    RowFunction("eqx RMSNorm", lambda m, x: jax.vmap(m)(x), ("points",), shared=eqx.nn.RMSNorm(4), rtol=1e-4),
    RowFunction("eqx MultiheadAttention", lambda m, x: m(x, x, x), ("points",), shared=_made(eqx.nn.MultiheadAttention, 2, 4), rtol=1e-4, order=1),
    RowFunction("eqx MultiheadAttention:causal", lambda m, x: m(x, x, x, mask=_causal(x.shape[0])), ("points",), shared=_made(eqx.nn.MultiheadAttention, 2, 4), rtol=1e-4, order=1),
    RowFunction("eqx MultiheadAttention:cross", lambda m, x, y: m(x, y, y), ("points", "vectors:m"), shared=_made(eqx.nn.MultiheadAttention, 2, 4), rtol=1e-4, order=1),
    RowFunction("eqx GRUCell", lambda m, x: _run_cell(m, x, jnp.zeros(3))[0], ("points",), shared=_made(eqx.nn.GRUCell, 4, 3), order=1),
    RowFunction("eqx LSTMCell", lambda m, x: _run_cell(m, x, (jnp.zeros(3), jnp.zeros(3)))[1], ("points",), shared=_made(eqx.nn.LSTMCell, 4, 3), order=1),
    RowFunction("eqx Dropout", lambda k, x: eqx.nn.Dropout(0.4)(x, key=k), ("key", "vectors")),
    RowFunction("eqx Embedding", lambda m, t: jax.vmap(m)(t), ("tokens",), shared=_made(eqx.nn.Embedding, 4, 3)),
    RowFunction("eqx PReLU", lambda m, x: m(x), shared=eqx.nn.PReLU(0.3)),
    RowFunction("eqx Sequential", lambda m, x: jax.vmap(m)(x), ("points",), shared=eqx.nn.Sequential([_made(eqx.nn.Linear, 4, 4), eqx.nn.Lambda(jax.nn.silu), _made(eqx.nn.Linear, 4, 1)]), order=1),
    RowFunction("transformer block", lambda m, x: m(x), ("points",), shared=_Block(), order=1, rtol=1e-4),
]

LOSSES = [
    RowFunction("optax l2_loss", lambda x, y: optax.l2_loss(x, y).mean(), ("numbers", "smooth"), order=1),
    RowFunction("optax huber_loss", lambda x, y: optax.huber_loss(x, y).mean(), ("numbers", "numbers"), order=1),
    RowFunction("optax cosine_similarity", lambda x, y: optax.losses.cosine_similarity(x, y, epsilon=1e-6).mean(), ("points", "points"), order=1),
    RowFunction("optax sigmoid_binary_cross_entropy", lambda x, k: optax.losses.sigmoid_binary_cross_entropy(x, k.astype(x.dtype)).mean(), ("numbers", "flags"), order=1),
    RowFunction("optax cross entropy with labels", lambda x, t: optax.losses.softmax_cross_entropy_with_integer_labels(x, t).mean(), ("vectors", "tokens"), order=1),
    RowFunction("optax softmax_cross_entropy", lambda x, y: optax.losses.softmax_cross_entropy(x, jax.nn.softmax(y)), ("vectors", "points"), order=1),
    RowFunction("optax log_cosh", lambda x, y: optax.losses.log_cosh(x, y).sum(), ("numbers", "smooth"), order=1),
    RowFunction("optax kl_divergence", lambda x, y: optax.losses.kl_divergence(jax.nn.log_softmax(x), jax.nn.softmax(y)), ("numbers", "smooth"), order=1),
    RowFunction("pointer loss", lambda x, y: -jnp.sum(jax.nn.log_softmax(x)[0] * y), ("numbers", "unit")),
]
# fmt: on

LAYER_FUNCTIONS = [*LOOPS, *TRANSFORMS, *RANDOM, *LAYERS, *LOSSES]
